"""PyPI's MaaFw: its AdbController with pictures by `Encode` and `RawWithGzip`, and input by `AdbShell`."""

import os
import subprocess
import threading

from maa.controller import AdbController
from maa.define import MaaAdbInputMethodEnum as Input
from maa.define import MaaAdbScreencapMethodEnum as Screencap
from maa.toolkit import Toolkit

from phone import ONE, SIZE_ONE, SIZE_TWO, TWO, centre, check, find, hierarchy, serial, talk, texts, until

Toolkit.init_option(os.environ["STRANGERS_TEMP"], {"logging": False, "stdout_level": 0})
ADB = os.path.join(os.environ["ANDROID_HOME"], "platform-tools", "adb")
SHORT_SIDE = 720  # to which the client scales its pictures and from which it scales its points


def connected(method, which=ONE):
    device = AdbController(ADB, serial(which), screencap_methods=method, input_methods=Input.AdbShell, config={})
    assert device.post_connection().wait().succeeded, method
    return device


def shell(*words, which=ONE):
    return subprocess.run([ADB, "-s", serial(which), "shell", *words], capture_output=True, timeout=60).stdout.decode()


def tree(which=ONE):
    return hierarchy(shell("uiautomator dump /dev/tty", which=which))


def scaled(point):
    return [value * SHORT_SIDE // SIZE_ONE[0] for value in point]


def looks(method, which, size):
    device = connected(method, which)
    assert device.post_screencap().wait().succeeded
    picture = device.cached_image
    scale = SHORT_SIDE / size[0]
    assert picture.shape == (round(size[1] * scale), SHORT_SIDE, 3), picture.shape
    assert picture.std() > 10, "one colour"
    assert tuple(device.resolution) == size, device.resolution
    return picture


@check
def pictures_by_encode():
    looks(Screencap.Encode, ONE, SIZE_ONE)


@check
def pictures_by_raw_with_gzip():
    looks(Screencap.RawWithGzip, ONE, SIZE_ONE)


@check
def both_ways_show_the_same_picture():
    shell("am start -n com.android.settings/.Settings")
    tree()  # waits until nothing moves
    one, other = looks(Screencap.Encode, ONE, SIZE_ONE), looks(Screencap.RawWithGzip, ONE, SIZE_ONE)
    assert (one == other).all()


@check
def pictures_by_file_and_pull():
    looks(Screencap.EncodeToFileAndPull, ONE, SIZE_ONE)


@check
def an_app_is_started_tapped_and_stopped():
    device = connected(Screencap.Encode)
    shell("input keyevent HOME")
    assert device.post_start_app("com.android.settings").wait().succeeded
    row = until(lambda: find(tree(), text="显示"))
    before = device.post_screencap().wait().get()
    assert device.post_click(*scaled(centre(row))).wait().succeeded
    until(lambda: find(tree(), text="深色主题") is not None)
    after = device.post_screencap().wait().get()
    assert (before != after).any(), "the picture did not change"
    assert device.post_click_key(4).wait().succeeded
    until(lambda: find(tree(), text="深色主题") is None)
    assert device.post_stop_app("com.android.settings").wait().succeeded
    until(lambda: "com.android.settings" not in shell("dumpsys window | grep mCurrentFocus"))


@check
def text_is_typed_and_the_shade_pulled_down():
    device = connected(Screencap.Encode)
    shell("am start -n com.tencent.mm/.ui.LauncherUI")
    assert device.post_click(*scaled(centre(until(lambda: find(tree(), content_desc="搜索"))))).wait().succeeded
    until(lambda: find(tree(), focused="true") is not None)
    assert device.post_input_text("hello maa").wait().succeeded
    until(lambda: find(tree(), focused="true").get("text") == "hello maa")
    assert device.post_click_key(3).wait().succeeded
    until(lambda: "launcher" in shell("dumpsys window | grep mCurrentFocus"))
    before = texts(tree())
    assert device.post_swipe(360, 2, 360, 1000, 300).wait().succeeded  # pulls the shade down
    until(lambda: texts(tree()) != before)


@check
def two_phones_at_once():
    done = {}

    def look(which, size):
        done[which] = looks(Screencap.RawWithGzip, which, size) is not None

    threads = [threading.Thread(target=look, args=pair) for pair in ((ONE, SIZE_ONE), (TWO, SIZE_TWO))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == {ONE: True, TWO: True}, done


talk()
