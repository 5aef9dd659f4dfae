"""Airtest's `Template` as its users write it: default strategy (mstpl, tpl, sift, brisk), threshold 0.7."""

from answering import answer

import logging

import cv2
from airtest.core.cv import Template


def find(template, target, case):
    wanted = Template(case["template"])
    wanted._imread = lambda: template  # read already: decoding does not count
    result = wanted._cv_match(target)
    if not result:
        return None
    xs, ys = [x for x, _ in result["rectangle"]], [y for _, y in result["rectangle"]]
    # Its answer is a point; the box is laid around it.
    x, y = result["result"]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    return (x - width / 2, y - height / 2, width, height), result.get("confidence") or 0, "found"


logging.getLogger("airtest").setLevel(logging.ERROR)
cv2.setNumThreads(1)
answer(cv2.imread, find)
