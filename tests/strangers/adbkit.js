// npm's @devicefarmer/adbkit, which speaks with the adb server itself.

import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {centre, installed, isPicture, nodes, one, port, readPng, sizeOne, sizeTwo, talk, two, until} from './phone.js';

const {Adb} = await installed('@devicefarmer/adbkit').then((module) => ('Adb' in module ? module : module.default));
const client = Adb.createClient({host: '127.0.0.1', port});
const [first, second] = [client.getDevice(one), client.getDevice(two)];
const bytes = async (stream) => await Adb.util.readAll(await stream);
const shell = async (device, command) => (await bytes(device.shell(command))).toString();
const tree = async () => nodes(await shell(first, 'uiautomator dump /dev/tty'));

await talk({
  async both_phones_are_listed_and_watched() {
    const listed = (await client.listDevices()).map(({id}) => id);
    assert.ok(listed.includes(one) && listed.includes(two), listed.join());
    assert.equal(await first.getState(), 'device');
    assert.equal(await client.version(), 41);
    const tracker = await client.trackDevices();
    const seen = [];
    tracker.on('remove', ({id}) => seen.push(`-${id}`));
    tracker.on('add', ({id}) => seen.push(`+${id}`));
    const [host, twosPort] = two.split(':');
    await client.disconnect(host, Number(twosPort));
    await until(() => seen.includes(`-${two}`));
    await client.connect(host, Number(twosPort));
    await until(() => seen.lastIndexOf(`+${two}`) > seen.indexOf(`-${two}`));
    tracker.end();
    await first.waitForDevice();
    assert.ok(await first.waitBootComplete());
  },

  async properties_features_and_packages() {
    const told = await first.getProperties();
    assert.equal(told['ro.product.model'], 'Tapwise Phone');
    assert.equal((await first.getFeatures())['android.hardware.touchscreen'], true);
    const packages = await first.getPackages();
    assert.ok(packages.includes('com.tencent.mm') && packages.includes('com.android.settings'));
    assert.equal(await first.isInstalled('com.tencent.mm'), true);
    assert.equal(await first.isInstalled('com.no.such'), false);
  },

  async a_shell_with_chinese_and_quotes() {
    assert.equal(await shell(first, ['echo', '你好 "世界" it\'s $HOME']), '你好 "世界" it\'s $HOME\n');
    assert.equal(await shell(first, '(exit 7); echo $?'), '7\n');
  },

  async a_screenshot_and_a_framebuffer_are_the_same_picture() {
    const picture = await readPng(await bytes(first.screencap()));
    isPicture(picture, sizeOne);
    const frame = await first.framebuffer('raw');
    const raw = await Adb.util.readAll(frame);
    assert.deepEqual([frame.meta.width, frame.meta.height, frame.meta.format], [...sizeOne, 'rgba']);
    assert.ok(raw.equals(picture.data), 'they differ');
    isPicture(await readPng(await bytes(second.screencap())), sizeTwo);
  },

  async files_move_byte_equal_and_are_told_of() {
    const payload = randomBytes(1_000_003);
    const file = join(process.env.STRANGERS_TEMP, 'there');
    writeFileSync(file, payload);
    const there = await first.push(file, '/data/local/tmp/一 b.bin', 0o600);
    await new Promise((done, fail) => there.on('end', done).on('error', fail));
    const back = await first.pull('/data/local/tmp/一 b.bin');
    assert.ok((await Adb.util.readAll(back)).equals(payload));
    const stat = await first.stat('/data/local/tmp/一 b.bin');
    assert.deepEqual([stat.size, stat.mode & 0o777, stat.isFile()], [payload.length, 0o600, true]);
    const entry = (await first.readdir('/data/local/tmp')).find(({name}) => name === '一 b.bin');
    assert.equal(entry.size, payload.length);
    await assert.rejects(first.stat('/nowhere'), {code: 'ENOENT'});
    const none = await first.pull('/nowhere');
    await assert.rejects(new Promise((done, fail) => none.on('error', fail).on('end', done)), /No such file/);
  },

  async an_activity_starts_and_what_is_found_is_tapped() {
    assert.equal(await first.startActivity({component: 'com.android.settings/.Settings', wait: true}), true);
    await assert.rejects(first.startActivity({component: 'com.android.settings/.NoSuch'}), /does not exist/);
    const row = await until(async () => (await tree()).find(({text}) => text === '显示'));
    await shell(first, ['input', 'tap', ...centre(row)]);
    await until(async () => (await tree()).some(({text}) => text === '深色主题'));
    await shell(first, 'input keyevent 4');
    await until(async () => !(await tree()).some(({text}) => text === '深色主题'));
    const before = JSON.stringify(await tree());
    await shell(first, 'input swipe 540 2 540 1500 300'); // pulls the shade down
    await until(async () => JSON.stringify(await tree()) !== before);
    await shell(first, 'input keyevent BACK');
    await until(async () => JSON.stringify(await tree()) === before);
  },

  async text_is_typed() {
    await first.startActivity({component: 'com.tencent.mm/.ui.LauncherUI'});
    const search = await until(async () => (await tree()).find((node) => node['content-desc'] === '搜索'));
    await shell(first, ['input', 'tap', ...centre(search)]);
    await shell(first, ['input', 'text', 'hello%sadbkit']);
    await until(async () => (await tree()).some(({text, focused}) => focused === 'true' && text === 'hello adbkit'));
    assert.match(await shell(first, 'dumpsys window | grep mCurrentFocus'), /com\.tencent\.mm/);
  },

  async ports_are_forwarded_and_listed() {
    assert.equal(await first.forward('tcp:0', 'tcp:8080').catch(() => true), true);
    const forwards = await first.listForwards();
    assert.ok(forwards.some(({serial, remote}) => serial === one && remote === 'tcp:8080'), JSON.stringify(forwards));
  },

  async ports_are_reversed_and_listed() {
    await first.reverse('tcp:7008', 'tcp:5000');
    const listed = await first.listReverses();
    assert.ok(listed.some(({remote, local}) => remote === 'tcp:7008' && local === 'tcp:5000'), JSON.stringify(listed));
  },

  async root_is_refused_as_in_the_shop() {
    await assert.rejects(first.root(), /cannot run as root in production builds/);
  },

  async two_at_once_do_not_mix() {
    const ask = (name, device) => Promise.all(Array.from({length: 20}, () => shell(device, `echo ${name}; wm size`)));
    const [a, b] = await Promise.all([ask('a', first), ask('b', second)]);
    assert.deepEqual(new Set(a), new Set(['a\nPhysical size: 1080x2400\n']));
    assert.deepEqual(new Set(b), new Set(['b\nPhysical size: 720x1520\n']));
  },
});
