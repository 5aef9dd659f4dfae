"""How a contender is asked: one case per line on standard input, one answer per line on standard output.

A case names `id`, `template`, `target` (files) and `src_size`. Pictures are read before the clock starts; the time is
what the process spent on a core, so that other load on the machine does not count.
"""

import json
import os
import sys
import time

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ[threads] = "1"


def answer(read, find):
    """Calls `find(template, target, case)`, which gives (left, top, width, height), confidence and method, or None."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints is talk
    for line in sys.stdin:
        case = json.loads(line)
        start = time.process_time()
        template, target = read(case["template"]), read(case["target"])
        decoded = time.process_time()
        found = find(template, target, case)
        done = time.process_time()
        told = {
            "id": case["id"], "found": found is not None, "ms_cpu": (done - decoded) * 1e3,
            "ms_decode": (decoded - start) * 1e3,
        }
        if found:
            (left, top, width, height), confidence, method = found
            bounds = {"left": float(left), "top": float(top), "width": float(width), "height": float(height)}
            told.update(bounds=bounds, confidence=float(confidence), method=method)
        print(json.dumps(told), file=out, flush=True)
