// npm's appium-adb, which calls the adb program for everything; Appium and Midscene stand on it.

import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {centre, installed, isPicture, nodes, one, port, readPng, sizeOne, sizeTwo, talk, two, until} from './phone.js';

// Its log goes to stdout, where our own lines are read.
process.env._FORCE_LOGS = '0';
const {ADB} = await installed('appium-adb');
const temp = process.env.STRANGERS_TEMP;
const phone = async (udid) => {
  const adb = await ADB.createADB({adbPort: port, udid, suppressKillServer: true, adbExecTimeout: 20_000});
  adb.setDeviceId(udid);
  return adb;
};
const [adb, other] = [await phone(one), await phone(two)];
const tree = async () => nodes(await adb.shell(['uiautomator', 'dump', '/dev/tty']));
const tap = async (node) => await adb.shell(['input', 'tap', ...centre(node).map(String)]);
const WECHAT = 'com.tencent.mm';
const CAMERA = 'android.permission.CAMERA';

await talk({
  async both_phones_are_listed() {
    const listed = await adb.getConnectedDevices();
    for (const udid of [one, two]) {
      assert.ok(listed.some((device) => device.udid === udid && device.state === 'device'));
    }
    assert.equal(await adb.isDeviceConnected(), true);
    await adb.waitForDevice(10);
    assert.equal(await adb.ping(), true);
    assert.ok((await adb.listFeatures()).includes('stat_v2'));
  },

  async what_the_phone_is() {
    assert.equal(await adb.getApiLevel(), 34);
    assert.equal(await adb.getPlatformVersion(), '14');
    assert.equal(await adb.getModel(), 'Tapwise Phone');
    assert.equal(await adb.getManufacturer(), 'Tapwise');
    assert.equal(await adb.getTimeZone(), 'Asia/Shanghai');
    assert.deepEqual([await adb.getScreenSize(), await other.getScreenSize()], [sizeOne.join('x'), sizeTwo.join('x')]);
    assert.deepEqual([await adb.getScreenDensity(), await other.getScreenDensity()], [420, 320]);
    assert.equal(await adb.getScreenOrientation(), 0);
    assert.equal(await adb.getDeviceLanguage(), 'zh');
    assert.equal(await adb.getDeviceLocale(), 'zh-CN');
    assert.equal(await adb.ensureCurrentLocale('zh', 'CN'), true);
  },

  async a_shell_with_chinese_quotes_and_exit_code() {
    assert.equal(await adb.shell(['echo', `'你好 "世界" $HOME'`]), '你好 "世界" $HOME');
    await assert.rejects(adb.shell(['echo said; exit 7']), /exited with code 7[^]*said/);
    const {stdout, stderr} = await adb.shell(['echo out; echo err >&2'], {outputFormat: 'full'});
    assert.deepEqual([stdout.trim(), stderr.trim()], ['out', 'err']);
  },

  async packages_and_what_starts_them() {
    assert.equal(await adb.isAppInstalled(WECHAT), true);
    assert.equal(await adb.isAppInstalled('com.no.such'), false);
    const listed = await adb.listInstalledPackages();
    assert.match(listed.find(({appPackage}) => appPackage === WECHAT).versionCode, /^\d+$/);
    const info = await adb.getPackageInfo(WECHAT);
    assert.ok(info.isInstalled && info.versionName && info.versionCode > 0, JSON.stringify(info));
    assert.equal((await adb.getPackageInfo('com.no.such')).isInstalled, false);
    assert.match(await adb.resolveLaunchableActivity(WECHAT), /^com\.tencent\.mm\/\S+LauncherUI$/);
    assert.match(await adb.resolveLaunchableActivity(WECHAT, {preferCmd: false}), /LauncherUI$/);
    await assert.rejects(adb.resolveLaunchableActivity('com.no.such'), /No activity found/);
  },

  async apps_start_run_and_stop() {
    await adb.startApp({pkg: 'com.android.settings', activity: '.Settings'});
    await adb.waitForActivity('com.android.settings', '.Settings', 10_000);
    const nothing = {pkg: 'com.android.settings', activity: '.NoSuch', retry: false};
    await assert.rejects(adb.startApp(nothing), /doesn't exist|does not exist/);
    await adb.activateApp(WECHAT);
    await until(async () => (await adb.getFocusedPackageAndActivity()).appPackage === WECHAT);
    assert.equal(await adb.isAppRunning(WECHAT), true);
    assert.equal(await adb.processExists(WECHAT), true);
    const [pid] = await adb.getProcessIdsByName(WECHAT);
    assert.deepEqual([await adb.getProcessNameById(pid), await adb.listAppProcessIds(WECHAT)], [WECHAT, [pid]]);
    await adb.forceStop(WECHAT);
    await adb.waitForNotActivity(WECHAT, '*', 10_000);
    assert.equal(await adb.isAppRunning(WECHAT), false);
    assert.equal(await adb.processExists(WECHAT), false);
  },

  async a_screenshot_is_a_picture() {
    isPicture(await readPng(await adb.takeScreenshot()), sizeOne);
    isPicture(await readPng(await other.takeScreenshot()), sizeTwo);
  },

  async what_is_found_is_tapped_and_swiped() {
    await adb.startApp({pkg: 'com.android.settings', activity: '.Settings'});
    await tap(await until(async () => (await tree()).find(({text}) => text === '显示')));
    await until(async () => (await tree()).some(({text}) => text === '深色主题'));
    await adb.back();
    await until(async () => !(await tree()).some(({text}) => text === '深色主题'));
    const before = JSON.stringify(await tree());
    await adb.shell(['input', 'swipe', '540', '2', '540', '1500', '300']); // pulls the shade down
    await until(async () => JSON.stringify(await tree()) !== before);
    await adb.keyevent(4);
    await until(async () => JSON.stringify(await tree()) === before);
    await adb.goToHome();
    await until(async () => (await adb.getFocusedPackageAndActivity()).appPackage === 'com.android.launcher3');
  },

  async text_is_typed_and_the_keyboard_hidden() {
    await adb.activateApp(WECHAT);
    await tap(await until(async () => (await tree()).find((node) => node['content-desc'] === '搜索')));
    await until(async () => (await adb.isSoftKeyboardPresent()).isKeyboardShown);
    await adb.inputText(`it's "a" $HOME & <b>`);
    const focused = async () => (await tree()).find((node) => node.focused === 'true')?.text;
    await until(async () => (await focused()) === `it's "a" $HOME & <b>`);
    await adb.clearTextField(100);
    await until(async () => (await focused()) !== `it's "a" $HOME & <b>`);
    assert.equal(await adb.hideKeyboard(), true);
    assert.equal((await adb.isSoftKeyboardPresent()).isKeyboardShown, false);
  },

  async keyboards_are_listed_and_changed() {
    const [latin, bridge] = ['com.android.inputmethod.latin/.LatinIME', 'com.android.adbkeyboard/.AdbIME'];
    assert.ok((await adb.availableIMEs()).includes(bridge));
    assert.ok((await adb.enabledIMEs()).includes(latin));
    assert.equal(await adb.defaultIME(), latin);
    await adb.runInImeContext(bridge, async () => assert.equal(await adb.defaultIME(), bridge));
    assert.equal(await adb.defaultIME(), latin);
  },

  async the_screen_locks_and_wakes() {
    assert.equal(await adb.isScreenLocked(), false);
    assert.equal(await adb.isLockManagementSupported(), true);
    assert.equal(await adb.isLockEnabled(), false);
    await adb.lock();
    assert.equal(await adb.isScreenLocked(), true);
    await adb.dismissKeyguard();
    await until(async () => !(await adb.isScreenLocked()));
  },

  async radios_are_switched() {
    const switches = [
      ['isAirplaneModeOn', 'setAirplaneMode'],
      ['isWifiOn', 'setWifiState'],
      ['isDataOn', 'setDataState'],
    ];
    for (const [ask, set] of switches) {
      const at_first = await adb[ask]();
      await adb[set](!at_first);
      assert.equal(await adb[ask](), !at_first, ask);
      await adb[set](at_first);
      assert.equal(await adb[ask](), at_first, ask);
    }
    await adb.setBluetoothOn(true);
    await adb.toggleGPSLocationProvider(false);
    assert.deepEqual(await adb.getLocationProviders(), []);
    await adb.toggleGPSLocationProvider(true);
    assert.deepEqual(await adb.getLocationProviders(), ['gps']);
  },

  async settings_are_kept() {
    await adb.setSetting('system', 'screen_off_timeout', '60000');
    assert.equal(await adb.getSetting('system', 'screen_off_timeout'), '60000');
    await adb.setAnimationScale('0.0');
    assert.equal(await adb.isAnimationOn(), false);
    await adb.setAnimationScale('1.0');
    await adb.setHiddenApiPolicy(1);
    await adb.setDefaultHiddenApiPolicy();
    assert.equal(await adb.getSetting('global', 'hidden_api_policy'), 'null');
  },

  async permissions_are_granted_and_revoked() {
    await adb.grantPermission(WECHAT, CAMERA);
    assert.ok((await adb.getGrantedPermissions(WECHAT)).includes(CAMERA));
    await adb.revokePermission(WECHAT, CAMERA);
    assert.ok(!(await adb.getGrantedPermissions(WECHAT)).includes(CAMERA));
    assert.ok((await adb.getDeniedPermissions(WECHAT)).includes(CAMERA));
    assert.ok((await adb.getReqPermissions(WECHAT)).includes(CAMERA));
  },

  async files_move_byte_equal() {
    const [there, back] = [join(temp, 'there'), join(temp, 'back')];
    const payload = randomBytes(1_000_003);
    writeFileSync(there, payload);
    await adb.mkdir('/sdcard/Download/新');
    await adb.push(there, '/sdcard/Download/新/a.bin');
    assert.equal(await adb.fileSize('/sdcard/Download/新/a.bin'), payload.length);
    assert.deepEqual(await adb.ls('/sdcard/Download/新'), ['a.bin']);
    await adb.pull('/sdcard/Download/新/a.bin', back);
    assert.ok(readFileSync(back).equals(payload));
    await adb.rimraf('/sdcard/Download/新');
    assert.equal(await adb.fileExists('/sdcard/Download/新'), false);
    assert.deepEqual(await adb.ls('/sdcard/Download/新'), []);
  },

  async ports_are_reversed() {
    await adb.reversePort(7009, 5000);
    assert.ok((await adb.getReverseList()).join().includes('tcp:7009 tcp:5000'));
    await adb.removePortReverse(7009);
    assert.ok(!(await adb.getReverseList()).join().includes('tcp:7009'));
  },

  async ports_are_forwarded() {
    await adb.adbExec(['forward', 'tcp:0', 'tcp:8080']);
    const [, local] = /tcp:(\d+) tcp:8080/.exec((await adb.getForwardList()).join());
    await adb.removePortForward(Number(local));
    assert.ok(!(await adb.getForwardList()).join().includes(`tcp:${local} `));
  },

  async root_is_refused_as_in_the_shop() {
    assert.equal(await adb.isRoot(), false);
    // (What `root` returns is not asked: the client takes any answer but an error for a yes.)
    await adb.root();
    assert.equal(await adb.isRoot(), false);
  },

  async the_log_is_read() {
    await adb.startLogcat();
    await until(() => adb.getLogcatLogs().length > 0);
    assert.ok(!adb.getLogcatLogs().some(({message}) => message.includes('not found')));
    await adb.stopLogcat();
  },

  async two_at_once_do_not_mix() {
    const ask = (from) => Promise.all(Array.from({length: 8}, () => from.getScreenSize()));
    const [a, b] = await Promise.all([ask(adb), ask(other)]);
    assert.deepEqual([new Set(a), new Set(b)], [new Set(['1080x2400']), new Set(['720x1520'])]);
  },
});
