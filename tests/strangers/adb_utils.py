"""PyPI's adbutils, which speaks with the adb server itself, and its async sister, which mobilerun stands on.

(The file cannot have the client's own name: it would be imported in its place.)
"""

import asyncio
import io
import os
import threading

import adbutils
import async_adbutils
from PIL import Image

from phone import (
    ONE, SIZE_ONE, SIZE_TWO, TWO, centre, check, find, hierarchy, is_picture, serial, server_port, talk, texts, until,
)

CLIENT = adbutils.AdbClient(host="127.0.0.1", port=server_port())
ONE_DEVICE, TWO_DEVICE = CLIENT.device(serial=serial(ONE)), CLIENT.device(serial=serial(TWO))


def tree():
    return hierarchy(ONE_DEVICE.dump_hierarchy())


@check
def both_phones_are_listed():
    assert {serial(ONE), serial(TWO)} <= {device.serial for device in CLIENT.device_list()}
    assert ONE_DEVICE.get_state() == "device"
    assert "stat_v2" in ONE_DEVICE.get_features()


@check
def properties_and_sizes():
    assert ONE_DEVICE.prop.model == "Tapwise Phone", ONE_DEVICE.prop.model
    assert ONE_DEVICE.getprop("ro.build.version.sdk").isdigit()
    assert tuple(ONE_DEVICE.window_size()) == SIZE_ONE and tuple(TWO_DEVICE.window_size()) == SIZE_TWO
    assert ONE_DEVICE.is_screen_on() and ONE_DEVICE.rotation() == 0
    assert "com.tencent.mm" in ONE_DEVICE.list_packages()


@check
def a_shell_with_chinese_quotes_and_exit_code():
    assert ONE_DEVICE.shell("echo 你好") == "你好"
    assert ONE_DEVICE.shell(["echo", "it's \"a  b\" $HOME; 好"]) == "it's \"a  b\" $HOME; 好"
    # adbutils asks for the exit code with a command of its own behind ours, so ours must not be `exit`.
    told = ONE_DEVICE.shell2("echo a; (exit 9)")
    assert told.returncode == 9 and told.output.strip() == "a", told
    told = ONE_DEVICE.shell2("echo out; echo err >&2; exit 4", v2=True)
    assert (told.returncode, told.stdout, told.stderr) == (4, "out\n", "err\n"), told


@check
def an_app_is_started_seen_tapped_and_typed_into():
    ONE_DEVICE.app_start("com.tencent.mm")
    assert ONE_DEVICE.app_current().package == "com.tencent.mm"
    assert is_picture(ONE_DEVICE.screenshot(), SIZE_ONE)
    ONE_DEVICE.click(*centre(find(tree(), content_desc="搜索")))
    ONE_DEVICE.send_keys("hello world")
    until(lambda: (field := find(tree(), focused="true")) is not None and field.get("text") == "hello world")
    ONE_DEVICE.keyevent("HOME")
    until(lambda: ONE_DEVICE.app_current().package == "com.android.launcher3")
    before = texts(tree())
    ONE_DEVICE.swipe(540, 2, 540, 1500, 0.3)  # pulls the shade down
    until(lambda: texts(tree()) != before)
    ONE_DEVICE.keyevent("BACK")
    until(lambda: texts(tree()) == before)
    ONE_DEVICE.app_start("com.tencent.mm")
    ONE_DEVICE.app_stop("com.tencent.mm")
    assert ONE_DEVICE.app_current().package != "com.tencent.mm"


@check
def a_framebuffer_is_the_screenshot():
    assert is_picture(ONE_DEVICE.framebuffer(), SIZE_ONE)
    assert is_picture(TWO_DEVICE.framebuffer(), SIZE_TWO)


@check
def files_move_and_are_told_of():
    payload, path = os.urandom(300_000), "/data/local/tmp/x.bin"
    ONE_DEVICE.sync.push(io.BytesIO(payload), path)
    assert ONE_DEVICE.sync.read_bytes(path) == payload
    assert ONE_DEVICE.sync.stat(path).size == len(payload)
    assert "x.bin" in [entry.path for entry in ONE_DEVICE.sync.list("/data/local/tmp")]
    ONE_DEVICE.shell(["rm", path])
    assert not ONE_DEVICE.sync.exists(path)


@check
def a_port_can_be_forwarded_and_listed():
    local = ONE_DEVICE.forward_port(8080)
    assert f"tcp:{local}" in [item.local for item in ONE_DEVICE.forward_list()]


@check
def two_at_once_do_not_mix():
    told = {}

    def ask(name, device):
        told[name] = {device.shell(f"echo {name}; wm size") for _ in range(30)}

    threads = [threading.Thread(target=ask, args=pair) for pair in (("a", ONE_DEVICE), ("b", TWO_DEVICE))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == {"a": {"a\nPhysical size: 1080x2400"}, "b": {"b\nPhysical size: 720x1520"}}, told


@check
def the_async_sister_talks_too():
    async def converse():
        device = await async_adbutils.AdbClient(host="127.0.0.1", port=server_port()).device(serial=serial(ONE))
        assert await device.get_state() == "device"
        assert await device.shell("echo 你好") == "你好"
        assert "com.tencent.mm" in await device.shell("pm list packages")
        await device.click(540, 1200)
        return await device.screenshot_bytes()

    assert is_picture(Image.open(io.BytesIO(asyncio.run(converse()))), SIZE_ONE)


talk()
