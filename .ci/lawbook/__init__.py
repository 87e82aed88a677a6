# SPDX-License-Identifier: GPL-3.0-or-later
"""The laws of core/README.md as checks. `.ci/laws` runs them; each has a planted violation in plants.py."""
