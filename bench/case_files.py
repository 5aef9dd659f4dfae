"""Runs `tapwise-lab` over case files for a claim: authors that were looked at while rules were written, and those that were not."""

import argparse
import json
import os
import subprocess
import sys

from virtual_phone import ended

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.abspath(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")))
LAB = os.path.join(TARGET, "ci", "tapwise-lab")


def arguments(about, quick_note):
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--quick", action="store_true", help=quick_note)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", metavar="FILE")
    return parser.parse_args()


def build():
    # The whole workspace, as `./check` builds it: a package alone would be built anew with other features.
    subprocess.run(["cargo", "build", "--quiet", "--profile", "ci", "--workspace"], cwd=ROOT, check=True)


def lab(command, kind, authors, seed, *more):
    """The figures of one half of the authors."""
    cases = [word for name in authors for word in ("--cases", os.path.join(ROOT, "bench", "cases", kind, f"{name}.jsonl"))]
    words = [LAB, command, *cases, "--seed", str(seed), "--wrong", "--json", *more]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    lines = done.stdout.splitlines()
    return json.loads(lines[-1]), [json.loads(line) for line in lines[:-1]]


def tell(name, args, figures, shortfalls):
    for key, value in figures.items():
        print(f"{key.replace('_', ' '):44}{value:>10}")
    sys.exit(ended(name, args, figures, shortfalls))
