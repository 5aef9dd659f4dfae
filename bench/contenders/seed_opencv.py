"""Seed 001's recipe with OpenCV: template, then 20 scales, then ORB; the first that reaches its bound answers."""

from answering import answer

import cv2
import numpy

THRESHOLD = 0.75
SCALES = numpy.linspace(0.5, 1.5, 20)


def best(grey, template):
    scores = cv2.matchTemplate(grey, template, cv2.TM_CCOEFF_NORMED)
    _, score, _, (left, top) = cv2.minMaxLoc(scores)
    height, width = template.shape
    return score, (left, top, width, height)


def at_scales(grey, template):
    found = (0.0, None)
    for scale in SCALES:
        width, height = round(template.shape[1] * scale), round(template.shape[0] * scale)
        if min(width, height) < 4 or width > grey.shape[1] or height > grey.shape[0]:
            continue
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        found = max(found, best(grey, cv2.resize(template, (width, height), interpolation=way)), key=lambda one: one[0])
    return found


def by_points(grey, template):
    orb = cv2.ORB_create(nfeatures=1000)
    points, marks = orb.detectAndCompute(template, None)
    there, theirs = orb.detectAndCompute(grey, None)
    if marks is None or theirs is None or len(marks) < 2 or len(theirs) < 2:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(marks, theirs, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < 0.75 * pair[1].distance]
    if len(good) < 10:
        return None
    here = numpy.float32([points[one.queryIdx].pt for one in good]).reshape(-1, 1, 2)
    far = numpy.float32([there[one.trainIdx].pt for one in good]).reshape(-1, 1, 2)
    plane, inliers = cv2.findHomography(here, far, cv2.RANSAC, 5.0)
    if plane is None:
        return None
    height, width = template.shape
    corners = numpy.float32([[0, 0], [width, 0], [width, height], [0, height]]).reshape(-1, 1, 2)
    left, top, width, height = cv2.boundingRect(cv2.perspectiveTransform(corners, plane))
    return (left, top, width, height), float(inliers.sum()) / len(good), "orb"


def find(template, target, _case):
    grey = cv2.cvtColor(target, cv2.COLOR_BGR2GRAY)
    template = cv2.cvtColor(template, cv2.COLOR_BGR2GRAY)
    if template.shape[0] <= grey.shape[0] and template.shape[1] <= grey.shape[1]:
        score, box = best(grey, template)
        if score >= THRESHOLD:
            return box, score, "exact"
    score, box = at_scales(grey, template)
    if score >= THRESHOLD:
        return box, score, "scaled"
    return by_points(grey, template)


cv2.setNumThreads(1)
answer(cv2.imread, find)
