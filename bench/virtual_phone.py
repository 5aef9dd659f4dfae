"""A virtual phone for benches, served by the built program, and what every bench does with its figures."""

import json
import os
import re
import socket
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
TAPWISE = os.path.join(TARGET, "release", "tapwise")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Phone:
    """Served until it is stopped, at `address`."""

    def __init__(self, seed, latency):
        words = [TAPWISE, "phone", "--seed", str(seed), "--latency", latency]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = re.search(r"127\.0\.0\.1:\d+", self.process.stdout.readline()).group(0)

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
