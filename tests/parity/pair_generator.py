# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes pairs of CSV files, as nasty as benchmark files can get, from a seeded random source.

    pair = make_pair(random.Random(7))
    pair.actual, pair.expected          # bytes
    pair.expected_name                  # "rocm/inductor_timm_training.csv": some rules look at the path
"""

import random
from dataclasses import dataclass

STATUSES = (["pass"] * 8 + ["fail_accuracy", "fail_to_run", "pass_due_to_skip", "eager_1st_run_OOM", "timeout", "OOM",
                            "infra_error", "eager_two_runs_differ", "model_fail_to_load", "Pass", " pass", "pass ", "0.0000"])
MISSING = ["", "NA", "nan", "NaN", "null", "N/A", "#N/A", "<NA>", "-nan"]
NOT_QUITE_MISSING = ["na", "None", "NULLS", "Nan ", "none", "?"]
LISTED = ["yolov3", "moondream", "mobilenetv3_large_100", "XGLMForCausalLM", "vision_maskrcnn", "sam",
          "detectron2_maskrcnn_r_101_c4", "detectron2_fcos_r_50_fpn", "resnet50", "vgg16", "alexnet", "llava",
          "google/gemma-2-2b", "mobilenet_v3_large", "mnasnet1_0", "stable_diffusion_unet", "mobilenetv2_100",
          "tf_efficientnet_b0", "BERT_pytorch", "timm_efficientdet", "tts_angular"]
PLAIN = ["BertForMaskedLM", "T5Small", "hf_Whisper", "resnet18x", "coat", "gmlp_s16_224", "beit-base.fb", "m1", "m2",
         "model_with_a_name_that_is_longer_than_the_column_of_34"]
ODD = ["naïve_модель", "模型", "e\u0301clair", "a\u200bb", "two words", 'quo"ted', "it's", "'\"", "com,ma", "tab\tbed", "  ",
       "\u3000", "#hash", "back\\slash", "emoji😀", "line\nbreak", " lead", "trail ", "\u00a0", "nul", "1e", "x" * 60, "\x1c", "{}"]
NUMBERS_AS_NAMES = {
    "int": ["1", "2", "123", "0456", "7", "-3", "0", "10"],
    "float": ["1.5", "2.0", "1e16", "3", "0.1", "-0.0", "1e-5", "inf"],
    "bool": ["True", "False", "true", "FALSE"],
    "big": ["9007199254740993", "9007199254740992", "9223372036854775807", "9223372036854775808", "18446744073709551615", "1"],
}
EXPECTED_NAMES = ["inductor_timm_training.csv", "inductor_torchbench_training.csv", "rocm/inductor_timm_training.csv",
                  "rocm/dynamic_inductor_huggingface_inference.csv", "dynamic_inductor_timm_training.csv", "a rocm b.csv"]
COUNTERS = ["graph_breaks", "unique_graphs", "calls_captured", "fallbacks_to_eager"]
ODD_COUNTS = ["-1", "2.5", "inf", "-inf", "1e3", "1e20", "1e300", "x", "0x10", "1_0", " 5", "5 ", "007", "True", "False",
              "9007199254740993", "18446744073709551615", "36893488147419103232", "1e400", "٣", "+4", "-0.0", "nan(1)", "Infinity", "1e-5"]
ODD_RATIOS = ["1e22", "inf", "-inf", "-1.5", "0", "1_0.5", "٣.5", "text", "1e400", "True", " 0.95", "1.005", "0.1e1", "123456789.125"]


@dataclass
class Pair:
    actual: bytes
    expected: bytes
    actual_name: str
    expected_name: str


def pick_names(rng: random.Random) -> list[str]:
    kind = rng.random()
    if kind < 0.12:
        pool = NUMBERS_AS_NAMES[rng.choice(list(NUMBERS_AS_NAMES))]
        names = rng.sample(pool, rng.randint(1, len(pool)))
    else:
        pool = LISTED + PLAIN * 2 + (ODD if kind < 0.6 else [])
        names = list(dict.fromkeys(rng.sample(pool, rng.randint(1, 14))))
        if kind < 0.3:
            names += rng.sample(sum(NUMBERS_AS_NAMES.values(), []), 2)
    if rng.random() < 0.12:
        names.append(rng.choice(MISSING + NOT_QUITE_MISSING))
    return names


def counter(rng: random.Random, odd: float, missing: float) -> str:
    roll = rng.random()
    if roll < odd:
        return rng.choice(ODD_COUNTS)
    if roll < odd + missing:
        return rng.choice(MISSING[:3] + [""] * 5)
    return str(rng.choice([0, 0, 1, 1, 2, 3, 7, 100]))


def ratio(rng: random.Random, odd: float, missing: float) -> str:
    roll = rng.random()
    if roll < odd:
        return rng.choice(ODD_RATIOS)
    if roll < odd + missing:
        return rng.choice(MISSING)
    return f"{rng.uniform(0.2, 2.0):.{rng.choice([2, 4, 6])}f}"


def values_for(rng: random.Random, columns: list[str], odd: float, missing: float) -> dict[str, str]:
    row = {}
    for column in columns:
        if column == "accuracy":
            row[column] = rng.choice(MISSING) if rng.random() < missing else rng.choice(STATUSES)
        elif column in COUNTERS:
            row[column] = counter(rng, odd, missing)
        elif column == "compression_ratio":
            row[column] = ratio(rng, odd, missing)
        else:
            row[column] = rng.choice(["cuda", "4", "1.25", ""])
    return row


def change(rng: random.Random, row: dict[str, str], odd: float) -> dict[str, str]:
    """Changes some values as a later run would."""
    changed = dict(row)
    for column, value in row.items():
        if rng.random() > 0.3:
            continue
        if column == "accuracy":
            changed[column] = rng.choice(STATUSES)
        elif column in COUNTERS:
            try:
                changed[column] = str(max(0, int(value) + rng.choice([-1, 1, 2, -2, 5, -6])))
            except ValueError:
                changed[column] = counter(rng, odd, 0.1)
        elif column == "compression_ratio":
            try:
                changed[column] = f"{float(value) * rng.choice([0.95, 0.949, 0.951, 1.2, 0.5]):.6f}"
            except ValueError:
                changed[column] = ratio(rng, odd, 0.1)
    return changed


def quoted(rng: random.Random, cell: str, style: float) -> str:
    needs = any(c in cell for c in ',"\n\r') or cell.startswith('"')
    if needs or rng.random() < style:
        return '"' + cell.replace('"', '""') + '"'
    return cell


def write_table(rng: random.Random, header: list[str], rows: list[dict[str, str]]) -> bytes:
    style = rng.choice([0.0, 0.0, 0.0, 0.2, 1.0])
    end = rng.choice(["\n"] * 5 + ["\r\n"])
    layout = rng.choice(["plain", "plain", "spaced", "white"])
    between = {"plain": "", "spaced": end * 3, "white": end + " \t" + end}[layout]
    lines = [",".join(quoted(rng, name, style) for name in header)]
    for row in rows:
        cells = [quoted(rng, row.get(name, ""), style) for name in header]
        if rng.random() < 0.02 and len(cells) > 1:
            cells = cells[:-1]
        elif rng.random() < 0.004:
            cells.append("extra")
        lines.append(",".join(cells))
    text = (end + between).join(lines)
    if rng.random() < 0.9:
        text += end
    if rng.random() < 0.03:
        text += end * 3
    data = text.encode("utf-8")
    if rng.random() < 0.08:
        data = b"\xef\xbb\xbf" + data
    return data


def spoil(rng: random.Random, header: list[str]) -> list[str]:
    header = list(header)
    roll = rng.random()
    if roll < 0.05:
        header.remove(rng.choice(header))
    elif roll < 0.07:
        header[rng.randrange(len(header))] = " name"
    elif roll < 0.09:
        header.append(rng.choice(header))
    elif roll < 0.10:
        header = [name.upper() for name in header]
    return header or ["name"]


def make_pair(rng: random.Random) -> Pair:
    odd = rng.choice([0.0, 0.0, 0.02, 0.15])
    missing = rng.choice([0.0, 0.0, 0.03, 0.2])
    header = ["name", "accuracy"] + [c for c in COUNTERS if rng.random() < 0.85]
    header += [c for c in ["compression_ratio"] if rng.random() < 0.9] + [c for c in ["dev", "batch_size"] if rng.random() < 0.3]
    if rng.random() < 0.3:
        rng.shuffle(header)
    columns = [c for c in header if c != "name"]
    expected, actual = [], []
    for name in pick_names(rng):
        row = values_for(rng, columns, odd, missing)
        where = rng.random()
        if where < 0.94:
            expected.append({"name": name, **row})
        if where > 0.06:
            actual.append({"name": name, **change(rng, row, odd)})
    for rows in (expected, actual):
        if rows and rng.random() < 0.1:
            again = dict(rng.choice(rows))
            rows.insert(rng.randint(0, len(rows)), again)
    if rng.random() < 0.1:
        again = {"name": "twice", **values_for(rng, columns, odd, missing)}
        expected += [again, again]
        actual += [again, again]
    if rng.random() < 0.3:
        rng.shuffle(actual)
    if rng.random() < 0.015:
        actual = []
    if rng.random() < 0.015:
        expected = []
    files = [write_table(rng, spoil(rng, header), rows) for rows in (actual, expected)]
    if rng.random() < 0.004:
        files[rng.randrange(2)] = b""
    actual_name = rng.choice(["actual.csv"] * 5 + ["rocm run/actual.csv"])
    return Pair(files[0], files[1], actual_name, rng.choice(EXPECTED_NAMES))
