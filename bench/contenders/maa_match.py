"""MaaFramework's TemplateMatch on pictures whose short side is 720, as its users cut them; so it is told the size of
the screen that a template was cut on.

usage: maa_match.py Score|Horizontal
"""

from answering import answer

import os
import sys
import tempfile

import cv2
import numpy
from maa.controller import CustomController
from maa.define import LoggingLevelEnum
from maa.pipeline import JRecognitionType, JTemplateMatch
from maa.resource import Resource
from maa.tasker import Tasker

SHORT = 720


def resized(picture, factor):
    size = (max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)


class NoPhone(CustomController):
    """Its tasks want a phone to be connected; pictures are given to them."""

    def connect(self):
        return True

    def request_uuid(self):
        return "none"

    def screencap(self):
        return numpy.zeros((SHORT, SHORT, 3), numpy.uint8)

    def _unused(self, *_words):
        return True

    start_app = stop_app = click = swipe = touch_down = touch_move = touch_up = _unused
    click_key = input_text = key_down = key_up = _unused


class Maa:
    def __init__(self, order, folder):
        self.order = order
        Tasker.set_log_dir(folder)
        Tasker.set_stdout_level(LoggingLevelEnum.Off)
        self.resource = Resource()
        os.mkdir(f"{folder}/image")
        self.resource.post_bundle(folder).wait()
        self.controller = NoPhone()
        self.controller.post_connection().wait()
        self.tasker = Tasker()
        if not self.tasker.bind(self.resource, self.controller):
            sys.exit("maa: the tasker cannot be bound")

    def find(self, template, target, case):
        factor = SHORT / min(target.shape[:2])
        self.resource.override_image("it.png", resized(template, SHORT / min(case.get("src_size") or target.shape[:2])))
        param = JTemplateMatch(template=["it.png"], threshold=[0.7], order_by=self.order)
        job = self.tasker.post_recognition(JRecognitionType.TemplateMatch, param, resized(target, factor))
        told = job.wait().get()
        seen = told.nodes[0].recognition if told and told.nodes else None
        if seen is None or not seen.hit or seen.box is None:
            return None
        box = [side / factor for side in (seen.box.x, seen.box.y, seen.box.w, seen.box.h)]
        score = seen.best_result.score if seen.best_result else 0
        return box, score, "found"


cv2.setNumThreads(1)
with tempfile.TemporaryDirectory() as folder:
    maa = Maa(sys.argv[1], folder)
    answer(cv2.imread, maa.find)
