"""Runs tests at full size for a claim and gathers the figures that they print.

A test that fails makes the claim fall short; lines of the form `figures {…}` are its figures.
"""

import argparse
import json
import os
import re
import subprocess
import sys

from virtual_phone import ended

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def claim(name, about, tests, quick_note, at_most=None, beside=None):
    """`beside` measures a peer after the tests and returns its figures."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--quick", action="store_true", help=quick_note)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    env = {**os.environ, "TAPWISE_SEED": str(args.seed)}
    if not args.quick:
        env["TAPWISE_ALL"] = "1"
    # The whole workspace, as `./check` builds it: a package alone would be built anew with other features.
    words = ["cargo", "test", "--quiet", "--profile", "ci", "--workspace", "--test", "it", "--", "--nocapture", *tests]
    done = subprocess.run(words, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    figures, shortfalls = {}, []
    for found in re.findall(r"^.*?figures (\{.*\})$", done.stdout, re.MULTILINE):
        figures.update(json.loads(found))
    if done.returncode:
        shortfalls.append("a test failed; its words stand above")
        print(done.stdout)
    if not figures:
        shortfalls.append("no figures were printed")
    if beside and not shortfalls:
        figures.update(beside())
    for key, most in (at_most or {}).items():
        if figures.get(key, most + 1) > most:
            shortfalls.append(f"{key.replace('_', ' ')} is {figures.get(key, 'not told')}, more than {most}")
    for key, value in figures.items():
        print(f"{key.replace('_', ' '):32}{value:>12}")
    sys.exit(ended(name, args, figures, shortfalls))
