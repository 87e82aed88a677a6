# SPDX-License-Identifier: GPL-3.0-or-later
"""Check scripts as people might write them: generated variants of one shape or another, and forms that nobody should edit.

Each variant defines flaky_for(path), so that a test can ask the script itself which models it excuses.
"""

import random
from dataclasses import dataclass

NAMES = ["yolov3", "alexnet", "XGLMForCausalLM", "vgg16", "google/gemma-2-2b", "hf_T5", "Qwen/Qwen3-0.6B", "sam", "demucs",
         "BERT_pytorch", "mnasnet1_0", "resnet50", "llava", "opacus_cifar10", "dlrm", "tts_angular", "moco", "nanogpt"]
COMMENTS = ["", "", "", "  # times out", "  # see https://example.org/123", "  # it's \"odd\", {not} a 'name'"]
ABOVE = ["", "", "", "", "# https://example.org/9\n", "# a group\n", "\n", "# one\n# two\n"]


@dataclass
class Variant:
    """A script, and in which of its sets names may go: scope -> names in it now."""
    source: str
    sets: dict  # (platform, config) -> list of names
    one_line: bool  # an entry more or less changes one line


def literal(rng, name, quote):
    return f"{quote}{name}{quote}"


def display(rng, names, quote, indent, unit, form, spread, comma, eol="\n"):
    """Writes the names as a set display. `spread`: one per line, or all in one, or two per line."""
    opening, closing = {"set": "{}", "list": ("set([", "])"), "tuple": ("set((", "))"), "frozen": ("frozenset({", "})")}[form]
    if spread == "line":
        inside = ", ".join(literal(rng, n, quote) for n in names) + ("," if comma or (form == "tuple" and len(names) == 1) else "")
        return opening + inside + closing
    out = opening + "\n"
    step = 2 if spread == "pairs" else 1
    for at in range(0, len(names), step):
        last = at + step >= len(names)
        if step == 1:
            above = rng.choice(ABOVE)
            for line in above.splitlines():
                out += (indent + unit + line if line else "") + "\n"
        here = ", ".join(literal(rng, n, quote) for n in names[at:at + step])
        out += indent + unit + here + ("" if last and not comma and form != "tuple" else ",")
        if spread == "continued" and not last:
            out += " \\\n"
        else:
            out += (rng.choice(COMMENTS) if step == 1 and spread == "lines" else "") + "\n"
    return out + indent + closing


def make_variant(rng: random.Random) -> Variant:
    quote = rng.choice(["'", '"'])
    unit = rng.choice(["    ", "  ", "\t"])
    spread = rng.choice(["lines", "lines", "lines", "line", "pairs", "continued"])
    form = rng.choice(["set", "set", "set", "list", "tuple", "frozen"])
    comma = rng.random() < 0.7
    names = rng.sample(NAMES, rng.randint(2, 7))
    rocm = rng.sample(NAMES, rng.randint(2, 6))
    timm = rng.sample(NAMES, rng.randint(2, 4))
    if rng.random() < 0.3:
        names.sort()
    shape = rng.choice(["update", "or", "plain", "files", "ternary", "constants"])
    base = display(rng, names, quote, "", unit, form, spread, comma)
    sets = {("", ""): names}
    head = rng.choice(["", "import os\n\n\n", "# Hack: these are flaky.\n", '"""flaky_models = {"no"}"""\n'])
    body = unit
    copy = f"{body}flaky = set(flaky_models)\n"
    if shape == "constants":
        source = f"{head}FLAKY_MODELS = {base}\n\n\ndef flaky_for(path):\n{body}return set(FLAKY_MODELS)\n"
    else:
        source = f"{head}flaky_models = {base}\n\n\ndef flaky_for(path):\n{copy}"
        inner = display(rng, rocm, quote, body * 3, unit, "set", spread, comma)
        if shape == "update":
            source += f'{body}if "rocm" in path:\n{body * 2}flaky.update(\n{body * 3}{inner}\n{body * 2})\n'
        elif shape == "or":
            source += f"{body}if 'rocm' in path:\n{body * 2}flaky |= {inner}\n"
        elif shape == "ternary":
            one = display(rng, rocm, quote, "", unit, "set", "line", comma)
            source += f'{body}flaky = flaky | {one} if "rocm" in path else flaky\n'
        if shape in ("update", "or", "ternary"):
            sets[("rocm", "")] = rocm
        if shape == "files":
            one = display(rng, timm, quote, body * 2, unit, "set", spread, comma)
            source += (f'{body}if "rocm" not in path and path.split("/")[-1] == "inductor_timm_training.csv":\n'
                       f"{body * 2}flaky |= {one}\n")
            sets[("", "inductor_timm_training")] = timm
        source += f"{body}return flaky\n"
    if rng.random() < 0.25:
        source = source.replace("\n", "\r\n")
    if rng.random() < 0.1:
        source = source.rstrip("\r\n")
    return Variant(source, sets, True)


# What must be refused: the script, and the line that must be named.
REFUSED = [
    ("flaky_models = {name for name in ('a', 'b')}\n", 1),
    ("flaky_models = {\n    'a',\n    'b' + 'c',\n}\n", 3),
    ("flaky_models = {\n    'a',\n    f'b{1}',\n}\n", 3),
    ("flaky_models = {'a', 'b'} - {'b'}\n", 1),
    ("flaky_models = {'a', 'b'}\nflaky_models.discard('b')\n", 2),
    ("flaky_models = {'a', 'b'}\nflaky_models -= {'b'}\n", 2),
    ("flaky_models = {'a', *['b', 'c']}\n", 1),
    ("flaky_models = {\n    'a',\n    NAMES[0],\n}\n", 3),
    ("flaky_models = {'a'}.difference({'b'})\n", 1),
    ("flaky_models = {'a', 'b'} & {'b', 'c'}\n", 1),
    ("flaky_models = set(('abc'))\n", 1),
    ("flaky_models = {}\n", 1),
    ("flaky_models = set()\nflaky_models.add('a')\n", 2),
]
