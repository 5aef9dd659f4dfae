"""Clients that nobody here wrote talk to the virtual phone: Debian's adb and PyPI's adbutils.

usage: talk.py PATH_OF_TAPWISE

Each check is a function; the closing line counts them. The adb server runs on a port of its own, so that a
server of the user's is never touched.
"""

import hashlib
import io
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

TAPWISE = os.path.abspath(sys.argv[1])
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


SERVER_PORT = free_port()
ENV = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(SERVER_PORT)}


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


def adb(*words, serial=None, binary=False):
    target = ["-s", serial] if serial else []
    done = subprocess.run(["adb", *target, *words], env=ENV, capture_output=True, timeout=60)
    return done.returncode, done.stdout if binary else done.stdout.decode(), done.stderr.decode()


def hierarchy(text):
    return ElementTree.fromstring(text[text.index("<?xml"):text.rindex("</hierarchy>") + len("</hierarchy>")])


def centre(node):
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds")))
    return (left + right) // 2, (top + bottom) // 2


@check
def adb_lists_two_phones_at_once(one, two):
    code, out, _ = adb("devices", "-l")
    assert code == 0 and one.serial in out and two.serial in out, out
    assert out.count("model:Tapwise_Phone") == 2, out
    widths = [adb("shell", "wm size", serial=phone.serial)[1] for phone in (one, two)]
    assert "1080x2400" in widths[0] and "720x1520" in widths[1], widths


@check
def adb_shell_keeps_exit_code_and_both_outputs(one, two):
    assert adb("shell", "echo out; echo err >&2; exit 7", serial=one.serial) == (7, "out\n", "err\n")
    assert adb("shell", "nosuchprogram", serial=one.serial)[0] == 127


@check
def adb_takes_pictures(one, two):
    code, picture, _ = adb("exec-out", "screencap", "-p", serial=one.serial, binary=True)
    assert code == 0 and picture.startswith(b"\x89PNG\r\n\x1a\n") and len(picture) > 10_000


@check
def adb_moves_twenty_megabytes_byte_equal(one, two):
    payload = hashlib.shake_256(b"tapwise").digest(20_000_000)
    with tempfile.TemporaryDirectory() as folder:
        there, back = os.path.join(folder, "there"), os.path.join(folder, "back")
        with open(there, "wb") as file:
            file.write(payload)
        assert adb("push", there, "/sdcard/Download/big.bin", serial=one.serial)[0] == 0
        assert adb("pull", "/sdcard/Download/big.bin", back, serial=one.serial)[0] == 0
        with open(back, "rb") as file:
            assert file.read() == payload
    assert adb("pull", "/sdcard/none", os.devnull, serial=one.serial)[0] != 0


@check
def adb_dumps_the_tree_and_taps_what_it_found(one, two):
    adb("shell", "am start -n com.android.settings/.Settings", serial=one.serial)
    code, out, _ = adb("shell", "uiautomator dump", serial=one.serial)
    assert code == 0 and "UI hierchary dumped to: /sdcard/window_dump.xml" in out, out
    tree = hierarchy(adb("shell", "cat /sdcard/window_dump.xml", serial=one.serial)[1])
    row = next(node for node in tree.iter("node") if node.get("text") == "显示")
    x, y = centre(row)
    assert adb("shell", "input", "tap", str(x), str(y), serial=one.serial)[0] == 0
    after = adb("shell", "uiautomator dump /dev/tty", serial=one.serial)[1]
    assert any(node.get("text") == "深色主题" for node in hierarchy(after).iter("node"))


@check
def adb_shell_without_a_command_reads_a_script(one, two):
    script = b"cd /sdcard\npwd\nfor i in 1 2\ndo echo n$i\ndone\nread line\nfed to read\necho [$line]\nexit 3\n"
    done = subprocess.run(["adb", "-s", one.serial, "shell"], input=script, env=ENV, capture_output=True, timeout=60)
    assert done.returncode == 3, done
    assert done.stdout.split(b"\n")[:4] == [b"/sdcard", b"n1", b"n2", b"[fed to read]"], done.stdout


@check
def adb_shell_at_a_terminal_prompts_and_echoes(one, two):
    import pty
    import select

    child, terminal = pty.fork()
    if child == 0:
        os.execvpe("adb", ["adb", "-s", one.serial, "shell"], ENV)
    seen = b""

    def read_until(wanted):
        nonlocal seen
        while wanted not in seen:
            ready, _, _ = select.select([terminal], [], [], 20)
            assert ready, f"{wanted} did not come: {seen}"
            seen += os.read(terminal, 4096)
        seen = seen[seen.index(wanted) + len(wanted):]

    read_until(b"tapwise:/ $ ")
    os.write(terminal, b"echo $((6*7))\r")
    read_until(b"echo $((6*7))\r\n42\r\n")
    read_until(b"tapwise:/ $ ")
    os.write(terminal, b"exit 5\r")
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 5


@check
def tapwise_runs_through_the_adb_server(one, two):
    task = "给张三发微信消息说你好"
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [TAPWISE, "run", task, "--device", f"adb:{two.serial}", "--json", "--home", home],
            env=ENV, capture_output=True, text=True, timeout=120,
        )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["outcome"] == "verified" and told["model_calls"] == 0, told
    seen = hierarchy(adb("shell", "uiautomator dump /dev/tty", serial=two.serial)[1])
    texts = [node.get("text") for node in seen.iter("node")]
    assert "张三" in texts and "你好" in texts, texts
    keyboard = adb("shell", "settings get secure default_input_method", serial=two.serial)[1]
    assert "LatinIME" in keyboard, "the old keyboard is back"


@check
def adbutils_holds_a_conversation(one, two):
    import adbutils

    client = adbutils.AdbClient(host="127.0.0.1", port=SERVER_PORT)
    assert {one.serial, two.serial} <= {device.serial for device in client.device_list()}
    device = client.device(serial=one.serial)
    assert device.shell("echo 你好") == "你好"
    # adbutils asks for the exit code with a command of its own behind ours, so ours must not be `exit`.
    told = device.shell2("echo a; (exit 9)")
    assert told.returncode == 9 and told.output.strip() == "a", told
    assert device.is_screen_on()
    assert device.prop.model == "Tapwise Phone", device.prop.model
    assert tuple(device.window_size()) == (1080, 2400)
    assert "com.tencent.mm" in device.list_packages()

    device.app_start("com.tencent.mm")
    assert device.app_current().package == "com.tencent.mm"
    picture = device.screenshot()
    assert picture.size == (1080, 2400) and len(picture.convert("RGB").getcolors(2_000_000)) > 20

    tree = hierarchy(device.dump_hierarchy())
    search = next(node for node in tree.iter("node") if node.get("content-desc") == "搜索")
    device.click(*centre(search))
    device.send_keys("hello world")
    field = next(node for node in hierarchy(device.dump_hierarchy()).iter("node") if node.get("focused") == "true")
    assert field.get("text") == "hello world", field.attrib
    device.keyevent("BACK")
    device.swipe(500, 1800, 500, 600, 0.3)

    payload = os.urandom(300_000)
    device.sync.push(io.BytesIO(payload), "/data/local/tmp/x.bin")
    assert device.sync.read_bytes("/data/local/tmp/x.bin") == payload
    assert device.sync.stat("/data/local/tmp/x.bin").size == len(payload)
    assert "x.bin" in [entry.path for entry in device.sync.list("/data/local/tmp")]
    device.shell("rm /data/local/tmp/x.bin")
    assert not device.sync.exists("/data/local/tmp/x.bin")
    device.app_stop("com.tencent.mm")
    assert device.app_current().package != "com.tencent.mm"


def main():
    phones = []
    passed = failed = 0
    try:
        phones = [Phone("--seed", "7"), Phone("--seed", "8", "--size", "720x1520", "--density", "320")]
        for phone in phones:
            code, out, err = adb("connect", phone.serial)
            assert code == 0 and "connected to" in out, (out, err)
        for function in CHECKS:
            try:
                function(*phones)
                passed += 1
                print(f"ok     {function.__name__}")
            except Exception as error:  # one broken check must not hide the others
                failed += 1
                print(f"FAILED {function.__name__}: {type(error).__name__}: {error}")
    finally:
        # This server is ours alone: it listens on a port that nobody else knows.
        adb("kill-server")
        for phone in phones:
            phone.stop()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
