# SPDX-License-Identifier: GPL-3.0-or-later
import os

flaky_models = {
    "yolov3",
    "moondream",  # discovered in #159291
    # https://example.org/163670
    "vision_maskrcnn",
}


def names(path):
    if "rocm" in path:
        flaky_models.update({"alexnet", "demucs"})
    return flaky_models
