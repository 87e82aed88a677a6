# SPDX-License-Identifier: GPL-3.0-or-later
"""What cachebench takes from here: a cache folder that is there for the length of a block (SPEC 13)."""
import contextlib
import logging
import os
import shutil
import tempfile


@contextlib.contextmanager
def fresh_cache(cache_entries=None, dir=None, delete=True):
    folder = tempfile.mkdtemp(dir=dir)
    names = {"TORCHINDUCTOR_CACHE_DIR": folder, "TRITON_CACHE_DIR": os.path.join(folder, "triton")}
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(names)
    try:
        yield
        if delete:
            shutil.rmtree(folder, ignore_errors=True)
    except Exception:
        logging.getLogger(__name__).warning("on error, temporary cache dir kept at %s", folder)
        raise
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
