"""A virtual phone for benches, served by the built program, and what every bench does with its figures."""

import json
import os
import re
import socket
import subprocess
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
TAPWISE = os.path.join(TARGET, "release", "tapwise")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(url, method="GET", body=None, token=None):
    """JSON from one of our own servers on this machine."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = json.dumps(body).encode() if body is not None else None
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(url, data=data, method=method, headers=headers)
    with opener.open(request, timeout=60) as answer:
        return json.loads(answer.read())


class Phone:
    """Served until it is stopped, at `address`, with a control port."""

    def __init__(self, seed, latency="ideal"):
        words = [TAPWISE, "phone", "--seed", str(seed), "--latency", latency, "--control", "0"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = re.search(r"127\.0\.0\.1:\d+", self.process.stdout.readline()).group(0)
        self.control, self.token = re.search(r"http://(\S+) token (\S+)", self.process.stdout.readline()).groups()

    def state(self):
        return ask(f"http://{self.control}/state", token=self.token)

    def worked(self):
        """Seconds that the phone's own programs took so far."""
        return self.state()["worked_us"] / 1e6

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def ended(name, args, figures, shortfalls):
    """Tells what falls short, writes the figures where they are wanted, and returns the exit code."""
    for text in shortfalls:
        print(f"falls short: {text}")
    result = {"name": name, "seed": args.seed, "figures": figures, "holds": not shortfalls, "shortfalls": shortfalls}
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(result, file, ensure_ascii=False, indent=1)
    return 1 if shortfalls else 0
