"""What all conversations share: phones with an adb server of their own, checks, and reading the screen.

The runner makes the phones and names them in the environment; a conversation marks its checks with `@check`
and ends with `talk()`.
"""

import os
import re
import socket
import subprocess
import sys
import time
import traceback
import xml.etree.ElementTree as ElementTree

ONE, TWO = "STRANGERS_ONE", "STRANGERS_TWO"
SIZE_ONE, SIZE_TWO = (1080, 2400), (720, 1520)
TWO_PHONES = ((ONE, SIZE_ONE, 420), (TWO, SIZE_TWO, 320))
_CHECKS = []


def check(function):
    _CHECKS.append(function)
    return function


def talk():
    """Runs all checks against the phones of the environment and leaves with 1 if one fails."""
    failed = 0
    for function in _CHECKS:
        try:
            function()
            print(f"ok     {function.__name__}", flush=True)
        except Exception as error:  # one broken check must not hide the others
            failed += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            why = f"{type(error).__name__}: {error} ({place.name}:{place.lineno})"
            print(f"FAILED {function.__name__}: {why}", flush=True)
    sys.stdout.flush()
    # Some clients leave threads behind; they must not hold the conversation.
    os._exit(1 if failed or not _CHECKS else 0)


def serial(which=ONE):
    return os.environ[which]


def server_port():
    return int(os.environ["ANDROID_ADB_SERVER_PORT"])


def tapwise():
    return os.environ["STRANGERS_TAPWISE"]


class World:
    """Fresh phones, an adb server on a port that nobody else knows, and an SDK folder with the system's adb."""

    def __init__(self, tapwise, adb, folder, phones=TWO_PHONES):
        self.tapwise, self.adb, self.phones, self.processes = tapwise, adb, phones, []
        sdk = os.path.join(folder, "sdk")
        os.makedirs(os.path.join(sdk, "platform-tools"))
        os.symlink(adb, os.path.join(sdk, "platform-tools", "adb"))
        self.env = {
            **os.environ,
            "ANDROID_ADB_SERVER_PORT": str(free_port()),
            "ANDROID_HOME": sdk,
            "ANDROID_SDK_ROOT": sdk,
            # Keys and settings of the user are neither used nor changed.
            "HOME": folder,
            "STRANGERS_TAPWISE": tapwise,
            "STRANGERS_TEMP": folder,
            "PYTHONPATH": os.path.dirname(os.path.abspath(__file__)),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        for unwanted in ("ANDROID_SERIAL", "ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS"):
            self.env.pop(unwanted, None)

    def __enter__(self):
        for seed, (name, (width, height), density) in enumerate(self.phones, 7):
            command = [self.tapwise, "phone", "--seed", str(seed)]
            command += ["--size", f"{width}x{height}", "--density", str(density)]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.processes.append(process)
            line = process.stdout.readline()
            found = re.search(r"127\.0\.0\.1:\d+", line)
            if not found:
                self.__exit__()
                raise RuntimeError(f"the phone did not say where it is: {line!r}")
            self.env[name] = found.group(0)
            told = self.run("connect", self.env[name]).stdout
            if "connected to" not in told:
                self.__exit__()
                raise RuntimeError(f"adb connect {self.env[name]}: {told}")
        return self

    def __exit__(self, *_):
        # This server is ours alone: it listens on a port of its own.
        self.run("kill-server")
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(10)

    def run(self, *words):
        return subprocess.run([self.adb, *words], env=self.env, capture_output=True, text=True, timeout=60)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(holds, seconds=20):
    """Asks again until it holds; there is nothing that tells a foreign client when a screen has changed."""
    deadline = time.monotonic() + seconds
    # (An XML node without children counts as false.)
    while (value := holds()) is None or value is False:
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)
    return value


def hierarchy(text):
    return ElementTree.fromstring(text[text.index("<?xml"):text.rindex("</hierarchy>") + len("</hierarchy>")])


def find(tree, **wanted):
    """The first node with these attributes (`content_desc` stands for `content-desc`), or None."""
    wanted = {key.replace("_", "-"): value for key, value in wanted.items()}
    return next((node for node in tree.iter("node") if all(node.get(k) == v for k, v in wanted.items())), None)


def texts(tree):
    """All that can be read on the screen."""
    return [node.get("text") or node.get("content-desc") for node in tree.iter("node")]


def centre(node):
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds")))
    return (left + right) // 2, (top + bottom) // 2


def is_picture(image, size):
    """A screen of the right size, with more than a few colours on it."""
    assert image.size == size, image.size
    colours = image.convert("RGB").getcolors(4_000_000)
    assert len(colours) > 20, f"{len(colours)} colours"
    return True
