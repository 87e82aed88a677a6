# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for PyTorch: as much of it as looking at a machine and cachebench ask for.

STAND_IN_DEVICES=N gives the machine N devices of kind cuda; without it there is none.
"""
import os

__version__ = "2.10.0a0+standin"


class version:
    cuda = None
    hip = None
    git_version = "0123456789abcdef0123456789abcdef01234567"


class cuda:
    @staticmethod
    def device_count():
        return int(os.environ.get("STAND_IN_DEVICES", "0"))

    @staticmethod
    def is_available():
        return cuda.device_count() > 0

    @staticmethod
    def get_device_name(index=0):
        if not 0 <= index < cuda.device_count():
            raise RuntimeError("no such device: %d" % index)
        return "Stand-in device %d" % index


class xpu:
    @staticmethod
    def device_count():
        return 0

    @staticmethod
    def is_available():
        return False
