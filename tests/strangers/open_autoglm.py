"""Open-AutoGLM's own program, from the checkout that OPEN_AUTOGLM_DIR names, with a model that reads from a script.

It opens 微信, taps the search, types Chinese and says that it is done. The stand-in model looks at what it is sent
as a real one would: every step must bring a picture of the phone's size.
"""

import base64
import http.server
import io
import json
import os
import subprocess
import sys
import threading

from PIL import Image

from phone import SIZE_ONE, centre, check, find, hierarchy, is_picture, serial, talk, until

CHECKOUT = os.environ["OPEN_AUTOGLM_DIR"]
TEXT = "你好，世界 100%"
ASKED, SEEN = [], []


def adb(*words):
    done = subprocess.run(["adb", "-s", serial(), *words], capture_output=True, timeout=60)
    return done.stdout.decode()


def tree():
    return hierarchy(adb("shell", "uiautomator dump /dev/tty"))


def thousandths(node):
    return [value * 1000 // side for value, side in zip(centre(node), SIZE_ONE)]


# What the model answers, in order; a function may look at the phone first, as a model would at its picture.
SCRIPT = [
    lambda: 'do(action="Launch", app="微信")',
    lambda: f'do(action="Tap", element={thousandths(find(tree(), content_desc="搜索"))})',
    lambda: f'do(action="Type", text="{TEXT}")',
    lambda: 'finish(message="做完了")',
]


class Model(http.server.BaseHTTPRequestHandler):
    """An OpenAI-compatible server: one answer for the greeting, then the script, word by word."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not asked.get("stream"):
            message = {"role": "assistant", "content": "Hi"}
            return self.answer("application/json", json.dumps(self.reply("chat.completion", message=message)))
        ASKED.append(asked)
        for part in asked["messages"][-1]["content"]:
            if part["type"] == "image_url":
                picture = Image.open(io.BytesIO(base64.b64decode(part["image_url"]["url"].split(",", 1)[1])))
                SEEN.append(picture)
        said = "<think>照着做</think>" + SCRIPT[len(ASKED) - 1]()
        words = [said[at:at + 7] for at in range(0, len(said), 7)]
        pieces = [self.reply("chat.completion.chunk", delta={"content": word}) for word in words]
        body = "".join(f"data: {json.dumps(piece, ensure_ascii=False)}\n\n" for piece in pieces) + "data: [DONE]\n\n"
        self.answer("text/event-stream", body)

    def reply(self, kind, **content):
        choice = {"index": 0, "finish_reason": None, **content}
        return {"id": "1", "object": kind, "created": 1, "model": "scripted", "choices": [choice]}

    def answer(self, kind, body):
        body = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@check
def it_launches_taps_types_and_finishes():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    command = [sys.executable, "main.py", "--base-url", f"http://127.0.0.1:{server.server_port}/v1"]
    command += ["--model", "scripted", "--device-id", serial(), "--max-steps", "8", "打开微信，搜索你好"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, (done.stdout[-800:], done.stderr[-800:])
    assert len(ASKED) == len(SCRIPT), (len(ASKED), done.stdout[-800:])
    assert "做完了" in done.stdout, done.stdout[-800:]


@check
def the_phone_shows_what_it_did():
    assert "com.tencent.mm" in adb("shell", "dumpsys window | grep mCurrentFocus")
    field = until(lambda: find(tree(), focused="true"))
    assert field.get("text") == TEXT, field.attrib
    keyboard = adb("shell", "settings get secure default_input_method")
    assert "LatinIME" in keyboard, "the old keyboard is back"


@check
def every_step_brought_a_picture():
    assert len(SEEN) == len(SCRIPT), len(SEEN)
    assert all(is_picture(picture, SIZE_ONE) for picture in SEEN)
    told = ASKED[1]["messages"][-1]["content"][-1]["text"]
    assert '"current_app": "微信"' in told, told


talk()
