"""PyPI's pure-python-adb, blocking and async."""

import asyncio
import io
import os
import tempfile

from PIL import Image
from ppadb.client import Client
from ppadb.client_async import ClientAsync

from phone import (
    ONE, SIZE_ONE, SIZE_TWO, TWO, centre, check, find, free_port, hierarchy, is_picture, serial, server_port, talk, texts,
    until,
)

CLIENT = Client(host="127.0.0.1", port=server_port())
ONE_DEVICE, TWO_DEVICE = CLIENT.device(serial(ONE)), CLIENT.device(serial(TWO))


def tree():
    return hierarchy(ONE_DEVICE.shell("uiautomator dump /dev/tty"))


def top():
    # The one in front is the last that `dumpsys activity top` tells of.
    return ONE_DEVICE.get_top_activities()[-1].package


@check
def both_phones_are_listed():
    assert CLIENT.version() >= 39
    assert {serial(ONE), serial(TWO)} <= {device.serial for device in CLIENT.devices()}
    assert ONE_DEVICE.get_state() == "device" and ONE_DEVICE.get_serial_no() == serial(ONE)
    assert ONE_DEVICE.wait_boot_complete(timeout=5)
    assert CLIENT.remote_connect("127.0.0.1", int(serial(ONE).split(":")[1]))


@check
def properties_sizes_packages_and_features():
    told = ONE_DEVICE.get_properties()
    assert told["ro.product.model"] == "Tapwise Phone" and told["sys.boot_completed"] == "1", told
    assert tuple(ONE_DEVICE.wm_size()) == SIZE_ONE and tuple(TWO_DEVICE.wm_size()) == SIZE_TWO
    assert ONE_DEVICE.wm_density() == 2, "420 dpi in whole units of 160"
    assert "com.tencent.mm" in ONE_DEVICE.list_packages() and ONE_DEVICE.is_installed("com.tencent.mm")
    assert not ONE_DEVICE.is_installed("com.no.such")
    assert ONE_DEVICE.list_features()["android.hardware.touchscreen"] is True
    assert ONE_DEVICE.get_package_version_name("com.tencent.mm")[0].isdigit()


@check
def a_shell_with_chinese_and_quotes():
    assert ONE_DEVICE.shell("echo '你好 \"世界\"'; (exit 3); echo $?") == "你好 \"世界\"\n3\n"


@check
def a_screenshot_is_a_picture():
    assert is_picture(Image.open(io.BytesIO(ONE_DEVICE.screencap())), SIZE_ONE)
    assert is_picture(Image.open(io.BytesIO(TWO_DEVICE.screencap())), SIZE_TWO)


@check
def files_move_byte_equal():
    payload = os.urandom(1_000_003)
    with tempfile.TemporaryDirectory() as folder:
        there, back = os.path.join(folder, "there"), os.path.join(folder, "back")
        with open(there, "wb") as file:
            file.write(payload)
        ONE_DEVICE.push(there, "/sdcard/新 file.bin")
        ONE_DEVICE.pull("/sdcard/新 file.bin", back)
        with open(back, "rb") as file:
            assert file.read() == payload
    assert ONE_DEVICE.shell("ls /sdcard/*.bin") == "/sdcard/新 file.bin\n"


@check
def what_is_found_is_tapped_typed_into_and_swiped():
    ONE_DEVICE.shell("am start -n com.tencent.mm/.ui.LauncherUI")
    until(lambda: top() == "com.tencent.mm")
    ONE_DEVICE.input_tap(*centre(find(tree(), content_desc="搜索")))
    ONE_DEVICE.input_text("hello%sworld")
    until(lambda: (field := find(tree(), focused="true")) is not None and field.get("text") == "hello world")
    ONE_DEVICE.input_keyevent("KEYCODE_HOME")
    until(lambda: top() == "com.android.launcher3")
    before = texts(tree())
    ONE_DEVICE.input_swipe(540, 2, 540, 1500, 300)  # pulls the shade down
    until(lambda: texts(tree()) != before)
    ONE_DEVICE.input_keyevent(4)
    until(lambda: texts(tree()) == before)


@check
def ports_are_forwarded_and_listed():
    local = free_port()
    ONE_DEVICE.forward(f"tcp:{local}", "tcp:8080")
    assert ONE_DEVICE.list_forward()[f"tcp:{local}"] == "tcp:8080"
    ONE_DEVICE.killforward_all()
    assert f"tcp:{local}" not in ONE_DEVICE.list_forward()


@check
def root_is_refused_as_in_the_shop():
    try:
        ONE_DEVICE.root()
    except RuntimeError as error:
        assert "cannot run as root in production builds" in str(error), error
    else:
        raise AssertionError("root was given")


@check
def two_at_once_do_not_mix():
    async def ask(name, which):
        device = await ClientAsync(host="127.0.0.1", port=server_port()).device(serial(which))
        told = {await device.shell(f"echo {name}; wm size") for _ in range(10)}
        picture = await device.screencap()
        return told, Image.open(io.BytesIO(picture)).size

    async def both():
        return await asyncio.gather(ask("a", ONE), ask("b", TWO))

    first, second = asyncio.run(both())
    assert first == ({"a\nPhysical size: 1080x2400\n"}, SIZE_ONE), first
    assert second == ({"b\nPhysical size: 720x1520\n"}, SIZE_TWO), second


talk()
