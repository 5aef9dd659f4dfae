"""PyPI's uiautomator2, unmodified, drives the virtual phone: it pushes and starts its own server, and talks to it.

usage: u2.py PATH_OF_TAPWISE

Each check is a function; the closing line counts them. The adb server runs on a port of its own, so that a
server of the user's is never touched.
"""

import os
import re
import socket
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

TAPWISE = os.path.abspath(sys.argv[1])
CHECKS = []
WECHAT = "com.tencent.mm"
# Not so high that a list of settings would fit on it whole.
SIZE = (1080, 1500)


def check(function):
    CHECKS.append(function)
    return function


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


SERVER_PORT = free_port()
# adbutils reads this when it is imported.
os.environ["ANDROID_ADB_SERVER_PORT"] = str(SERVER_PORT)


class Phone:
    def __init__(self, *options):
        self.process = subprocess.Popen(
            [TAPWISE, "phone", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        line = self.process.stdout.readline()
        self.serial = re.search(r"127\.0\.0\.1:\d+", line).group(0)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def adb(*words):
    done = subprocess.run(["adb", *words], capture_output=True, timeout=60, text=True)
    return done.returncode, done.stdout, done.stderr


@check
def the_server_was_pushed_and_answers(device, serial):
    assert device.adb_device.sync.stat("/data/local/tmp/u2.jar").size > 1_000_000
    assert device.jsonrpc.ping() == "pong"
    code, out, err = adb("-s", serial, "forward", "tcp:0", "tcp:9008")
    assert code == 0, err
    with socket.create_connection(("127.0.0.1", int(out)), timeout=20) as line:
        line.sendall(b"GET /ping HTTP/1.1\r\nConnection: close\r\n\r\n")
        told = b""
        while chunk := line.recv(4096):
            told += chunk
    assert told.endswith(b"\r\n\r\npong"), told


@check
def it_knows_the_phone(device, serial):
    info = device.info
    assert (info["displayWidth"], info["displayHeight"], info["displayRotation"]) == (*SIZE, 0), info
    assert info["screenOn"] and info["sdkInt"] == 34 and info["naturalOrientation"], info
    assert device.device_info["model"] == "Tapwise Phone" and device.device_info["version"] == 14
    assert device.window_size() == SIZE
    assert device.orientation == "natural"
    assert device.serial == serial and device.wlan_ip


@check
def it_starts_apps_and_tells_which_is_in_front(device, serial):
    device.app_start(WECHAT)
    assert device.app_current()["package"] == WECHAT
    assert device.info["currentPackageName"] == WECHAT
    assert WECHAT in device.app_list()


@check
def it_dumps_the_tree_with_what_only_it_tells(device, serial):
    tree = ElementTree.fromstring(device.dump_hierarchy())
    elements = list(tree.iter("node"))
    assert len(elements) > 20
    wanted = {"index", "text", "resource-id", "class", "package", "content-desc", "bounds", "visible-to-user",
              "drawing-order", "hint", "display-id"}
    assert all(wanted <= set(element.attrib) for element in elements)
    flat = ElementTree.fromstring(device.dump_hierarchy(max_depth=1))
    assert 0 < len(list(flat.iter("node"))) < len(elements)
    assert "\n" in device.dump_hierarchy(pretty=True, compressed=True)


@check
def it_takes_a_picture(device, serial):
    picture = device.screenshot()
    assert picture.format == "JPEG" and picture.size == SIZE, picture
    assert len(picture.convert("RGB").getcolors(2_000_000)) > 20


@check
def it_clicks_by_selector_and_sets_chinese_text(device, serial):
    device(description="搜索").click()
    field = device(className="android.widget.EditText")
    field.set_text("张三，你好！😀")
    assert field.get_text() == "张三，你好！😀", field.get_text()
    assert field.info["focused"] and field.info["packageName"] == WECHAT, field.info
    field.clear_text()
    assert field.get_text() != "张三，你好！😀"
    device.press("back")
    device.press("back")


@check
def it_types_through_the_clipboard(device, serial):
    device.clipboard = "剪贴板 text"
    assert device.clipboard == "剪贴板 text"
    device(description="搜索").click()
    device.send_keys("李四")
    assert device(focused=True).get_text() == "李四"
    device.clear_text()
    device.send_keys("文件")
    assert device(focused=True).get_text() == "文件"
    device.press("back")
    device.press("back")


@check
def it_finds_children_siblings_and_many(device, serial):
    device.app_start("com.android.settings")
    assert device(text="显示").wait(timeout=5)
    assert not device(text="没有这个").exists
    assert device(className="android.widget.TextView").count > 3
    assert len(device(className="android.widget.TextView").info_list()) > 3
    assert device(scrollable=True).child(text="显示").exists
    assert device(textContains="显").exists and device(textMatches="显.*").exists
    import uiautomator2

    try:
        device(text="没有这个").click(timeout=0.5)
        raise AssertionError("clicked what is not there")
    except uiautomator2.UiObjectNotFoundError:
        pass
    try:
        device.jsonrpc.objInfo(uiautomator2.Selector(text="没有这个"))
        raise AssertionError("told of what is not there")
    except uiautomator2.UiObjectNotFoundError as error:
        assert "UiObjectNotFoundException" in str(error), error


@check
def it_clicks_by_xpath_and_swipes(device, serial):
    device.xpath("//*[@text='显示']").click()
    assert device(text="深色主题").wait(timeout=5)
    device.press("back")
    before = device.dump_hierarchy()
    device.swipe(540, 1900, 540, 700, steps=40)
    assert device.dump_hierarchy() != before, "the list did not move"
    assert device(scrollable=True).scroll.toBeginning()
    device.swipe_ext("up")
    assert device(scrollable=True).scroll.to(text="显示")
    assert device(text="显示").wait(timeout=5)
    device.click(0.5, 0.5)
    device.press("home")


@check
def it_hears_a_toast(device, serial):
    device.clear_toast()
    assert device.last_toast is None
    device.press("volume_up")
    assert "音量" in device.toast.get_message(5), device.last_toast
    device.toast.reset()
    assert device.last_toast is None


@check
def it_turns_the_screen_and_pulls_the_shade(device, serial):
    device.set_orientation("left")
    assert device.orientation == "left" and device.screenshot().size == SIZE[::-1]
    device.set_orientation("natural")
    assert device.orientation == "natural" and device.screenshot().size == SIZE
    assert device.open_notification()
    assert device.info["currentPackageName"] == "com.android.systemui"
    device.press("back")


@check
def it_sleeps_and_wakes(device, serial):
    device.screen_off()
    assert not device.info["screenOn"]
    device.screen_on()
    assert device.info["screenOn"]


@check
def it_stops_and_starts_again(device, serial):
    device.stop_uiautomator()
    assert device.info["screenOn"], "a call starts the server again"
    device.reset_uiautomator()
    assert device.jsonrpc.ping() == "pong"


def main():
    import uiautomator2

    phone = None
    passed = failed = 0
    try:
        phone = Phone("--seed", "7", "--size", "{}x{}".format(*SIZE))
        code, out, err = adb("connect", phone.serial)
        assert code == 0 and "connected to" in out, (out, err)
        device = uiautomator2.connect(phone.serial)
        for function in CHECKS:
            try:
                function(device, phone.serial)
                passed += 1
                print(f"ok     {function.__name__}")
            except Exception as error:  # one broken check must not hide the others
                failed += 1
                print(f"FAILED {function.__name__}: {type(error).__name__}: {error}")
    finally:
        # This server is ours alone: it listens on a port that nobody else knows.
        adb("kill-server")
        if phone:
            phone.stop()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
