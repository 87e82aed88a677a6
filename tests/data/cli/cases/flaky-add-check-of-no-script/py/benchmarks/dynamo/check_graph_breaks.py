# SPDX-License-Identifier: GPL-3.0-or-later
flaky_models = {
    "yolov3",
    "moondream",
}
