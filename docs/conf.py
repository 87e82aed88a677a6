# SPDX-License-Identifier: GPL-3.0-or-later
"""Sphinx settings of the documentation. packaging/docs.sh collects the pages and calls Sphinx; nothing is loaded from a network."""
project = "Plumbline"
author = copyright = "The Plumbline developers"
language = "en"
extensions = ["myst_parser"]
myst_heading_anchors = 4
root_doc = "index"
highlight_language = "none"
html_theme = "sphinx_rtd_theme"
html_title = "Plumbline"
html_logo = html_favicon = "_files/resources/icons/plumbline.svg"
html_theme_options = {"navigation_depth": 2, "collapse_navigation": False}
html_copy_source = html_show_sourcelink = False
exclude_patterns = ["_files"]
html_extra_path = ["_extra"]
html_use_index = False
