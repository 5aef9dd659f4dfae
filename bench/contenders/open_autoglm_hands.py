"""The hands of Open-AutoGLM, from the checkout that OPEN_AUTOGLM_DIR names, without its model.

Sends one message the way its agent does: for every step a picture and the app in front, then the action, with its
own functions, processes and sleeps. Where things stand is read from the phone between the steps, and that time is not
counted. Prints {"steps": [seconds of each], "worked": [seconds of the phone's own programs in each]}.

usage: open_autoglm_hands.py SERIAL CONTACT TEXT CONTROL TOKEN
"""

import json
import os
import re
import subprocess
import sys
import time
import types
import xml.etree.ElementTree as xml

# Its top package loads a model client, which is not needed here.
package = types.ModuleType("phone_agent")
package.__path__ = [os.path.join(os.environ["OPEN_AUTOGLM_DIR"], "phone_agent")]
sys.modules["phone_agent"] = package

from phone_agent import adb  # noqa: E402
from phone_agent.config.timing import TIMING_CONFIG  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from virtual_phone import ask  # noqa: E402

SERIAL, CONTACT, TEXT, CONTROL, TOKEN = sys.argv[1:6]
TIMES, WORKED = [], []


def worked():
    return ask(f"http://{CONTROL}/state", token=TOKEN)["worked_us"] / 1e6


def elements():
    told = subprocess.run(
        ["adb", "-s", SERIAL, "shell", "uiautomator dump /dev/tty"], capture_output=True, text=True, timeout=60
    ).stdout
    end = told.rfind("</hierarchy>")
    return list(xml.fromstring(told[: end + len("</hierarchy>")]).iter("node")) if end >= 0 else []


def place(fits):
    """The middle of what fits, once it is there."""
    for _ in range(40):
        for node in elements():
            if fits(node):
                left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds")))
                return (left + right) // 2, (top + bottom) // 2
    sys.exit("what should be touched never came")


def is_field(node):
    return node.get("class", "").endswith("EditText")


def step(action):
    """As its agent makes one: look, then act."""
    before, start = worked(), time.perf_counter()
    adb.get_screenshot(SERIAL)
    adb.get_current_app(SERIAL)
    action()
    TIMES.append(time.perf_counter() - start)
    WORKED.append(worked() - before)


def tap(fits):
    x, y = place(fits)
    step(lambda: adb.tap(x, y, SERIAL))


def type_text(text):
    """The order and the sleeps of its `Type`."""
    timing = TIMING_CONFIG.action

    def made():
        keyboard = adb.detect_and_set_adb_keyboard(SERIAL)
        time.sleep(timing.keyboard_switch_delay)
        adb.clear_text(SERIAL)
        time.sleep(timing.text_clear_delay)
        adb.type_text(text, SERIAL)
        time.sleep(timing.text_input_delay)
        adb.restore_keyboard(keyboard, SERIAL)
        time.sleep(timing.keyboard_restore_delay)

    step(made)


step(lambda: adb.launch_app("微信", SERIAL))
tap(lambda node: node.get("content-desc") == "搜索")
place(is_field)
type_text(CONTACT)
tap(lambda node: node.get("text") == CONTACT and not is_field(node))
tap(is_field)
type_text(TEXT)
tap(lambda node: node.get("text") == "发送")
place(lambda node: node.get("text") == TEXT and not is_field(node))
print(json.dumps({"steps": TIMES, "worked": WORKED}))
