"""Debian's adb, the stock client."""

import hashlib
import json
import os
import pty
import select
import socket
import subprocess
import tempfile

from phone import ONE, TWO, centre, check, find, hierarchy, serial, talk, tapwise, until


def adb(*words, which=ONE, binary=False, plain=False):
    target = [] if plain else ["-s", serial(which)]
    done = subprocess.run(["adb", *target, *words], capture_output=True, timeout=60)
    return done.returncode, done.stdout if binary else done.stdout.decode(), done.stderr.decode()


def tree(which=ONE):
    return hierarchy(adb("shell", "uiautomator dump /dev/tty", which=which)[1])


@check
def two_phones_are_listed_at_once():
    code, out, _ = adb("devices", "-l", plain=True)
    assert code == 0 and serial(ONE) in out and serial(TWO) in out, out
    assert out.count("model:Tapwise_Phone") == 2, out
    widths = [adb("shell", "wm size", which=which)[1] for which in (ONE, TWO)]
    assert "1080x2400" in widths[0] and "720x1520" in widths[1], widths
    assert adb("get-state")[1].strip() == "device"


@check
def a_shell_keeps_exit_code_and_both_outputs():
    assert adb("shell", "echo out; echo err >&2; exit 7") == (7, "out\n", "err\n")
    assert adb("shell", "nosuchprogram")[0] == 127
    assert adb("shell", "echo '你好 \"世界\"' \"it's\" \\$HOME")[1] == "你好 \"世界\" it's $HOME\n"


@check
def properties_are_told():
    assert adb("shell", "getprop ro.product.model")[1] == "Tapwise Phone\n"
    assert adb("shell", "getprop ro.build.version.sdk")[1].strip().isdigit()
    assert "[sys.boot_completed]: [1]" in adb("shell", "getprop")[1]
    assert {"shell_v2", "cmd", "stat_v2", "ls_v2"} <= set(adb("features")[1].split())


@check
def pictures_are_taken():
    code, picture, _ = adb("exec-out", "screencap", "-p", binary=True)
    assert code == 0 and picture.startswith(b"\x89PNG\r\n\x1a\n") and len(picture) > 10_000
    assert picture.endswith(b"IEND\xaeB`\x82")


@check
def twenty_megabytes_move_byte_equal():
    payload = hashlib.shake_256(b"tapwise").digest(20_000_000)
    with tempfile.TemporaryDirectory() as folder:
        there, back = os.path.join(folder, "there"), os.path.join(folder, "back")
        with open(there, "wb") as file:
            file.write(payload)
        assert adb("push", there, "/sdcard/Download/big.bin")[0] == 0
        assert adb("pull", "/sdcard/Download/big.bin", back)[0] == 0
        with open(back, "rb") as file:
            assert file.read() == payload
    code, out, err = adb("pull", "/sdcard/none", os.devnull)
    assert code != 0 and "/sdcard/none" in out + err and "No such file" in out + err, (out, err)


@check
def folders_move_with_what_is_in_them():
    with tempfile.TemporaryDirectory() as folder:
        inner = os.path.join(folder, "相册", "深")
        os.makedirs(inner)
        for at, name in ((os.path.dirname(inner), "a b.txt"), (inner, "猫.txt")):
            with open(os.path.join(at, name), "w") as file:
                file.write(name)
        assert adb("push", os.path.dirname(inner), "/sdcard/Download/")[0] == 0
        assert adb("shell", "cat /sdcard/Download/相册/深/猫.txt")[1] == "猫.txt"
        back = os.path.join(folder, "back")
        assert adb("pull", "/sdcard/Download/相册", back)[0] == 0
        with open(os.path.join(back, "a b.txt")) as file:
            assert file.read() == "a b.txt"
    listed = adb("ls", "/sdcard/Download/相册")[1]
    assert "a b.txt" in listed and "深" in listed, listed


@check
def what_is_found_in_the_tree_can_be_tapped():
    adb("shell", "am start -n com.android.settings/.Settings")
    code, out, _ = adb("shell", "uiautomator dump")
    assert code == 0 and "UI hierchary dumped to: /sdcard/window_dump.xml" in out, out
    row = find(hierarchy(adb("shell", "cat /sdcard/window_dump.xml")[1]), text="显示")
    assert adb("shell", "input", "tap", *map(str, centre(row)))[0] == 0
    until(lambda: find(tree(), text="深色主题") is not None)
    adb("shell", "input", "keyevent", "KEYCODE_BACK")
    until(lambda: find(tree(), text="深色主题") is None)


@check
def a_shell_without_a_command_reads_a_script():
    script = b"cd /sdcard\npwd\nfor i in 1 2\ndo echo n$i\ndone\nread line\nfed to read\necho [$line]\nexit 3\n"
    done = subprocess.run(["adb", "-s", serial(), "shell"], input=script, capture_output=True, timeout=60)
    assert done.returncode == 3, done
    assert done.stdout.split(b"\n")[:4] == [b"/sdcard", b"n1", b"n2", b"[fed to read]"], done.stdout


@check
def a_shell_at_a_terminal_prompts_and_echoes():
    child, terminal = pty.fork()
    if child == 0:
        os.execvp("adb", ["adb", "-s", serial(), "shell"])
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
def a_port_of_the_phone_leads_to_the_host_and_back():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20)
        assert adb("reverse", "tcp:7007", f"tcp:{listener.getsockname()[1]}")[0] == 0
        assert "tcp:7007" in adb("reverse", "--list")[1]
        local = int(adb("forward", "tcp:0", "tcp:7007")[1])
        with socket.create_connection(("127.0.0.1", local), timeout=20) as line:
            line.sendall("问".encode())
            there, _ = listener.accept()
            with there:
                there.settimeout(20)
                assert there.recv(100) == "问".encode()
                there.sendall("答".encode())
                assert line.recv(100) == "答".encode()
            assert line.recv(100) == b"", "one end closes the other"
    assert adb("reverse", "--no-rebind", "tcp:7007", "tcp:1")[0] != 0
    assert adb("reverse", "--remove", "tcp:7007")[0] == 0
    assert "tcp:7007" not in adb("reverse", "--list")[1]
    assert adb("reverse", "tcp:0", "tcp:5000")[1].strip().isdigit()
    assert adb("reverse", "--remove-all")[0] == 0 and not adb("reverse", "--list")[1].strip()


@check
def what_a_phone_from_the_shop_refuses_is_refused_in_its_words():
    assert "adbd cannot run as root in production builds" in adb("root")[1]
    assert "not running as root" in adb("unroot")[1].lower()
    assert "not running as root" in "".join(adb("remount")[1:]).lower()


@check
def tapwise_runs_through_the_adb_server():
    task = "给张三发微信消息说你好"
    with tempfile.TemporaryDirectory() as home:
        command = [tapwise(), "run", task, "--device", f"adb:{serial(TWO)}", "--json", "--home", home]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["outcome"] == "verified" and told["model_calls"] == 0, told
    texts = [node.get("text") for node in tree(TWO).iter("node")]
    assert "张三" in texts and "你好" in texts, texts
    keyboard = adb("shell", "settings get secure default_input_method", which=TWO)[1]
    assert "LatinIME" in keyboard, "the old keyboard is back"


talk()
