"""PyPI's uiautomator2, unmodified, drives the virtual phone: it pushes and starts its own server, and talks to it."""

import socket
import subprocess
import xml.etree.ElementTree as ElementTree

import uiautomator2

from phone import check, serial, size, talk

WECHAT = "com.tencent.mm"
SIZE = size()
DEVICE = uiautomator2.connect(serial())


def adb(*words):
    done = subprocess.run(["adb", *words], capture_output=True, timeout=60, text=True)
    return done.returncode, done.stdout, done.stderr


@check
def the_server_was_pushed_and_answers():
    assert DEVICE.adb_device.sync.stat("/data/local/tmp/u2.jar").size > 1_000_000
    assert DEVICE.jsonrpc.ping() == "pong"
    code, out, err = adb("-s", serial(), "forward", "tcp:0", "tcp:9008")
    assert code == 0, err
    with socket.create_connection(("127.0.0.1", int(out)), timeout=20) as line:
        line.sendall(b"GET /ping HTTP/1.1\r\nConnection: close\r\n\r\n")
        told = b""
        while chunk := line.recv(4096):
            told += chunk
    assert told.endswith(b"\r\n\r\npong"), told


@check
def it_knows_the_phone():
    info = DEVICE.info
    assert (info["displayWidth"], info["displayHeight"], info["displayRotation"]) == (*SIZE, 0), info
    assert info["screenOn"] and info["sdkInt"] == 34 and info["naturalOrientation"], info
    assert DEVICE.device_info["model"] == "Tapwise Phone" and DEVICE.device_info["version"] == 14
    assert DEVICE.window_size() == SIZE
    assert DEVICE.orientation == "natural"
    assert DEVICE.serial == serial() and DEVICE.wlan_ip


@check
def it_starts_apps_and_tells_which_is_in_front():
    DEVICE.app_start(WECHAT)
    assert DEVICE.app_current()["package"] == WECHAT
    assert DEVICE.info["currentPackageName"] == WECHAT
    assert WECHAT in DEVICE.app_list()


@check
def it_dumps_the_tree_with_what_only_it_tells():
    tree = ElementTree.fromstring(DEVICE.dump_hierarchy())
    elements = list(tree.iter("node"))
    assert len(elements) > 20
    wanted = {"index", "text", "resource-id", "class", "package", "content-desc", "bounds", "visible-to-user",
              "drawing-order", "hint", "display-id"}
    assert all(wanted <= set(element.attrib) for element in elements)
    flat = ElementTree.fromstring(DEVICE.dump_hierarchy(max_depth=1))
    assert 0 < len(list(flat.iter("node"))) < len(elements)
    assert "\n" in DEVICE.dump_hierarchy(pretty=True, compressed=True)


@check
def it_takes_a_picture():
    picture = DEVICE.screenshot()
    assert picture.format == "JPEG" and picture.size == SIZE, picture
    assert len(picture.convert("RGB").getcolors(2_000_000)) > 20


@check
def it_clicks_by_selector_and_sets_chinese_text():
    DEVICE(description="搜索").click()
    field = DEVICE(className="android.widget.EditText")
    field.set_text("张三，你好！😀")
    assert field.get_text() == "张三，你好！😀", field.get_text()
    assert field.info["focused"] and field.info["packageName"] == WECHAT, field.info
    field.clear_text()
    assert field.get_text() != "张三，你好！😀"
    DEVICE.press("back")
    DEVICE.press("back")


@check
def it_types_through_the_clipboard():
    DEVICE.clipboard = "剪贴板 text"
    assert DEVICE.clipboard == "剪贴板 text"
    DEVICE(description="搜索").click()
    DEVICE.send_keys("李四")
    assert DEVICE(focused=True).get_text() == "李四"
    DEVICE.clear_text()
    DEVICE.send_keys("文件")
    assert DEVICE(focused=True).get_text() == "文件"
    DEVICE.press("back")
    DEVICE.press("back")


@check
def it_finds_children_siblings_and_many():
    DEVICE.app_start("com.android.settings")
    assert DEVICE(text="显示").wait(timeout=5)
    assert not DEVICE(text="没有这个").exists
    assert DEVICE(className="android.widget.TextView").count > 3
    assert len(DEVICE(className="android.widget.TextView").info_list()) > 3
    assert DEVICE(scrollable=True).child(text="显示").exists
    assert DEVICE(textContains="显").exists and DEVICE(textMatches="显.*").exists
    try:
        DEVICE(text="没有这个").click(timeout=0.5)
        raise AssertionError("clicked what is not there")
    except uiautomator2.UiObjectNotFoundError:
        pass
    try:
        DEVICE.jsonrpc.objInfo(uiautomator2.Selector(text="没有这个"))
        raise AssertionError("told of what is not there")
    except uiautomator2.UiObjectNotFoundError as error:
        assert "UiObjectNotFoundException" in str(error), error


@check
def it_clicks_by_xpath_and_swipes():
    DEVICE.xpath("//*[@text='显示']").click()
    assert DEVICE(text="深色主题").wait(timeout=5)
    DEVICE.press("back")
    before = DEVICE.dump_hierarchy()
    DEVICE.swipe(540, 1900, 540, 700, steps=40)
    assert DEVICE.dump_hierarchy() != before, "the list did not move"
    assert DEVICE(scrollable=True).scroll.toBeginning()
    DEVICE.swipe_ext("up")
    assert DEVICE(scrollable=True).scroll.to(text="显示")
    assert DEVICE(text="显示").wait(timeout=5)
    DEVICE.click(0.5, 0.5)
    DEVICE.press("home")


@check
def it_hears_a_toast():
    DEVICE.clear_toast()
    assert DEVICE.last_toast is None
    DEVICE.press("volume_up")
    assert "音量" in DEVICE.toast.get_message(5), DEVICE.last_toast
    DEVICE.toast.reset()
    assert DEVICE.last_toast is None


@check
def it_turns_the_screen_and_pulls_the_shade():
    DEVICE.set_orientation("left")
    assert DEVICE.orientation == "left" and DEVICE.screenshot().size == SIZE[::-1]
    DEVICE.set_orientation("natural")
    assert DEVICE.orientation == "natural" and DEVICE.screenshot().size == SIZE
    assert DEVICE.open_notification()
    assert DEVICE.info["currentPackageName"] == "com.android.systemui"
    DEVICE.press("back")


@check
def it_sleeps_and_wakes():
    DEVICE.screen_off()
    assert not DEVICE.info["screenOn"]
    DEVICE.screen_on()
    assert DEVICE.info["screenOn"]


@check
def it_stops_and_starts_again():
    DEVICE.stop_uiautomator()
    assert DEVICE.info["screenOn"], "a call starts the server again"
    DEVICE.reset_uiautomator()
    assert DEVICE.jsonrpc.ping() == "pong"


talk()
