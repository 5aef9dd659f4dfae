"""PyPI's uiautomator2, unmodified: it pushes and starts its own server, and drives the phone through it."""

import json
import os
import socket
import subprocess

import uiautomator2
from phone import SIZE_ONE, check, find, hierarchy, is_picture, serial, talk, tapwise

DEVICE = None
WECHAT, SETTINGS = "com.tencent.mm", "com.android.settings"
FIELD = "android.widget.EditText"
HOME = os.path.join(os.environ["STRANGERS_TEMP"], "tapwise")


def ours(*words):
    """Runs our own program on the same phone; it prints one JSON object as its last line."""
    command = [tapwise(), *words, "--device", f"adb:{serial()}", "--home", HOME, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@check
def tapwise_itself_uses_the_server_that_the_package_brings():
    jar = os.path.join(os.path.dirname(uiautomator2.__file__), "assets", "u2.jar")
    assert ours("device", "status")["status"]["file"] == "absent"
    done = ours("device", "setup", "--jar", jar)["setup"]
    assert done["pushed"] and done["started"] and done["info"]["sdk"] == 34, done
    assert ours("device", "status")["status"]["file"] == "known"
    run = ours("run", "打开微信")
    assert run["outcome"] == "verified", run
    with open(os.path.join(HOME, "runs", run["run"], "trace.jsonl"), encoding="utf-8") as trace:
        events = [json.loads(line) for line in trace]
    assert any(event.get("by") == "helper" for event in events), events
    assert ours("device", "remove")["removed"]
    assert ours("device", "status")["status"]["file"] == "absent"
    assert not ours("device", "remove")["removed"]


@check
def the_server_was_pushed_and_answers():
    global DEVICE
    # It speaks with the adb server that adbutils finds by itself.
    DEVICE = uiautomator2.connect(serial())
    assert DEVICE.adb_device.sync.stat("/data/local/tmp/u2.jar").size > 1_000_000
    assert DEVICE.jsonrpc.ping() == "pong"
    command = ["adb", "-s", serial(), "forward", "tcp:0", "tcp:9008"]
    port = int(subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(b"GET /ping HTTP/1.1\r\nConnection: close\r\n\r\n")
        told = b""
        while chunk := line.recv(4096):
            told += chunk
    assert told.endswith(b"\r\n\r\npong"), told


@check
def it_knows_the_phone():
    info = DEVICE.info
    assert (info["displayWidth"], info["displayHeight"], info["displayRotation"]) == (*SIZE_ONE, 0), info
    assert info["screenOn"] and info["sdkInt"] == 34 and info["naturalOrientation"], info
    assert DEVICE.device_info["model"] == "Tapwise Phone" and DEVICE.device_info["version"] == 14
    assert DEVICE.window_size() == SIZE_ONE and DEVICE.orientation == "natural"
    assert DEVICE.serial == serial() and DEVICE.wlan_ip


@check
def it_starts_apps_and_tells_which_is_in_front():
    DEVICE.app_start(WECHAT)
    assert DEVICE.app_current()["package"] == WECHAT
    assert DEVICE.info["currentPackageName"] == WECHAT
    assert WECHAT in DEVICE.app_list()


@check
def it_dumps_the_tree_with_what_only_it_tells():
    elements = list(hierarchy(DEVICE.dump_hierarchy()).iter("node"))
    assert len(elements) > 20
    wanted = {"index", "text", "resource-id", "class", "package", "content-desc", "bounds", "visible-to-user",
              "drawing-order", "hint", "display-id"}
    assert all(wanted <= set(element.attrib) for element in elements)
    flat = hierarchy(DEVICE.dump_hierarchy(max_depth=1))
    assert 0 < len(list(flat.iter("node"))) < len(elements)
    assert find(hierarchy(DEVICE.dump_hierarchy(pretty=True, compressed=True)), content_desc="搜索") is not None


@check
def it_takes_a_picture():
    picture = DEVICE.screenshot()
    assert picture.format == "JPEG" and is_picture(picture, SIZE_ONE)


@check
def it_clicks_by_selector_and_sets_chinese_text():
    DEVICE(description="搜索").click()
    field = DEVICE(className=FIELD)
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
    for text in ("李四", "文件"):
        DEVICE.clear_text()
        DEVICE.send_keys(text)
        assert DEVICE(focused=True).get_text() == text
    DEVICE.press("back")
    DEVICE.press("back")


@check
def it_finds_children_and_many_and_says_what_is_not_there():
    DEVICE.app_start(SETTINGS)
    assert DEVICE(text="显示").wait(timeout=5) and not DEVICE(text="没有这个").exists
    texts = DEVICE(className="android.widget.TextView")
    assert texts.count > 3 and len(texts.info_list()) == texts.count
    assert DEVICE(packageName=SETTINGS).child(text="显示").exists
    assert DEVICE(textContains="显").exists and DEVICE(textMatches="显.").exists
    for ask in (lambda: DEVICE(text="没有这个").click(timeout=0.5), lambda: DEVICE(text="没有这个").info):
        try:
            ask()
        except uiautomator2.UiObjectNotFoundError:
            continue
        raise AssertionError("found what is not there")


@check
def it_clicks_by_xpath_swipes_and_scrolls():
    DEVICE.xpath("//*[@text='显示']").click()
    assert DEVICE(text="深色主题").wait(timeout=5)
    DEVICE.press("back")
    # Not so high that a list of settings would fit on it whole.
    DEVICE.shell("wm size 1080x1300")
    before = DEVICE.dump_hierarchy()
    DEVICE.swipe(540, 1000, 540, 400, steps=40)
    assert DEVICE.dump_hierarchy() != before, "the list did not move"
    scroller = DEVICE(scrollable=True)
    assert scroller.scroll.toEnd() and scroller.scroll.to(text="显示") and DEVICE(text="显示").exists
    DEVICE.swipe_ext("up")
    DEVICE.shell("wm size reset")
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
    assert DEVICE.orientation == "left" and DEVICE.screenshot().size == SIZE_ONE[::-1]
    DEVICE.set_orientation("natural")
    assert DEVICE.orientation == "natural" and DEVICE.screenshot().size == SIZE_ONE
    assert DEVICE.open_notification() and DEVICE.info["currentPackageName"] == "com.android.systemui"
    DEVICE.press("back")
    assert DEVICE.info["currentPackageName"] != "com.android.systemui"


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
