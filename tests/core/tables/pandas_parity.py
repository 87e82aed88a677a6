#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds core/tables against the installed pandas on random small CSV files.

  pandas_parity.py FRAME_DUMP [--count 2000] [--seed N] [--show 10]

Exit 0 when every file agrees, 1 with the first differences, 77 (skipped) when pandas 1.5 is not there. Lone CR is only
made where no blank follows: pandas 1.5.3 reads such files wrongly.
"""
import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile
import warnings

try:
    import pandas
except ImportError:
    print("skipped: pandas is not installed")
    sys.exit(77)
if not pandas.__version__.startswith("1.5."):
    print("skipped: pandas", pandas.__version__, "is not 1.5, whose rules these are")
    sys.exit(77)

NA = ["", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA",
      "NULL", "NaN", "n/a", "nan", "null"]
NEARLY_NA = ["None", "none", "Nan", "NAN", "na", " NA", "NA ", "N/a", "#n/a", "Null", "1.#INF", "-", "--", "nan ", "+nan"]
WORDS = ["pass", "fail_to_run", "XFAIL", "a b", " lead", "trail ", "\u00e9t\u00e9", "\u6a21\u578b", "\U0001f600", "x.1", "#c",
         "<<<<<<< HEAD", "=======", ">>>>>>> x", "0x10", "1_000", "1,5", "it's"]
BOOLS = ["True", "False", "TRUE", "FALSE", "true", "false", "tRuE", "fAlSe", "True ", " True", "yes", "t", "0", "1"]
INTS = ["0", "1", "-1", "+7", "007", "2", "10", " 5", "5 ", "\t6", "-0", "+0", "123456789", "1234567890123456", "99999999999999999"]
EDGES = ["9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
         "-9223372036854775807", "18446744073709551615", "18446744073709551616", "-18446744073709551616",
         "99999999999999999999x", "9223372036854775808.5", "+9223372036854775808", "-5x", "+18446744073709551615",
         "-9223372036854775300", "9223372036854775300", "-x", "  -1", "000000000000000000000000000001"]
REALS = ["0.5", ".5", "5.", "-1.25", "1e5", "1E-5", "1e+5", "1e", "1e+", ".", "+.5e1", "inf", "-inf", "+inf", "Infinity",
         "-INFINITY", "+infinity", " inf", "inf ", "infin", "1e308", "1e309", "1e400", "0e400", "1e-308", "1e-320", "1e-330",
         "1e-616", "1e-617", "1e-700", "0.1", "0.30000000000000004", "1.7976931348623157e308", "2.2250738585072014e-308",
         "4.9e-324", "123456789012345678901234567890", "0.00000000000000000012345678901234567890", "1 e5", "1e 5", "1e5 ",
         "1.5.5", "1e99999999999", "1e-99999999999", "1e4294967296", "1e4294967301", "1e2147483648", "12345678901234567e292",
         "0000000000000000000000001.5", "1d5", "nan0", "1.0", "2.00", "1e05", "1e00000000000000000000005", "1.7e308", "1.8e308"]


def number(rng):
    kind = rng.randrange(6)
    if kind == 0:
        return str(rng.randrange(-10**rng.randrange(1, 20), 10**rng.randrange(1, 20)))
    if kind == 1:
        return repr(rng.uniform(-1, 1) * 10.0**rng.randrange(-320, 309))
    if kind == 2:
        return "%.*f" % (rng.randrange(0, 12), rng.uniform(-1000, 1000))
    if kind == 3:
        return "".join(rng.choice("0123456789") for _ in range(rng.randrange(1, 30)))
    if kind == 4:
        return "%d.%se%d" % (rng.randrange(1000), "".join(rng.choice("0123456789") for _ in range(rng.randrange(0, 25))),
                             rng.randrange(-340, 330))
    return "".join(rng.choice("0123456789.eE+- ") for _ in range(rng.randrange(1, 9)))


POOLS = [lambda r: r.choice(NA), lambda r: r.choice(NEARLY_NA), lambda r: r.choice(WORDS), lambda r: r.choice(BOOLS),
         lambda r: r.choice(INTS), lambda r: r.choice(EDGES), lambda r: r.choice(REALS), number]


def quoted(rng, text):
    style = rng.randrange(8)
    if style == 0:
        return '"' + text.replace('"', '""') + '"' + rng.choice(["", "", "tail", ' "'])
    if style == 1:
        return '"' + text + rng.choice([",", "\n", "\r\n", '""', ""]) + '"'
    if style == 2:
        return rng.choice(["x", " "]) + '"' + text + '"'
    return '"' + text + '"'


def table(rng):
    """A file that looks like a results file: columns of one kind, now and then a word of another."""
    width = rng.randrange(1, 6)
    names = ["dev", "name", "accuracy", "graph_breaks", "x"]
    header = [rng.choice(names + ["", "x", "x.1", "Unnamed: 1", "x.2", '"q"', '""', "a\0b"])
              for _ in range(width)] if rng.random() < 0.4 else names[:width]
    kinds = [rng.choice(POOLS) for _ in range(width)]
    eol = rng.choice(["\n", "\n", "\r\n", "\n\n", "\n \n", "\r"])
    lines = [",".join(header)]
    na_chance = rng.choice([0, 0, 0.2])
    other = rng.choice([0, 0, 0.1])
    for row in range(rng.randrange(0, 8)):
        cells = []
        for kind in kinds:
            text = rng.choice(NA) if rng.random() < na_chance else kind(rng)
            if rng.random() < other:
                text = rng.choice(POOLS)(rng)
            text = text.replace(",", ";")
            if rng.random() < 0.05:
                text = quoted(rng, text)
            if eol == "\r" and not cells:
                text = text.lstrip(" \t") or "k"
            if rng.random() < 0.01:
                text += "\0z"
            cells.append(text)
        if rng.random() < 0.03:
            cells = cells[:rng.randrange(0, width + 1)]
        if rng.random() < (0.15 if row == 0 else 0.01):
            cells += ["extra"] * rng.randrange(1, 3)
        lines.append(",".join(cells))
    text = eol.join(lines) + (eol if rng.random() < 0.8 else "")
    return (b"\xef\xbb\xbf" if rng.random() < 0.05 else b"") + text.encode()


def soup(rng):
    """Bytes that mean something to a tokenizer, in any order."""
    parts = [b"a", b"1", b"2.5", b",", b",", b",", b"\n", b"\n", b"\n", b"\r\n", b'"', b'"', b" ", b"\t", b"NA", b"\0",
             "\u00e9".encode(), b"b", b"#", b'""', b"-", b"\xff" if rng.random() < 0.02 else b"c"]
    return b"a,b\n" * rng.randrange(2) + b"".join(rng.choice(parts) for _ in range(rng.randrange(0, 40)))


def column(rng):
    """One column, where the order of hard numbers decides the type."""
    pool = EDGES + INTS[:4] + NA[:3] + REALS[:4] + ["x"]
    return ("a\n" + "".join((rng.choice(pool) or '""') + "\n" for _ in range(rng.randrange(1, 4)))).encode()


def expected(path):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            frame = pandas.read_csv(path)
    except Exception:
        return "raises"
    out = [str(len(frame))]
    for i, name in enumerate(frame.columns):
        values = frame.iloc[:, i]
        out += [name.encode().hex(), str(values.dtype)]
        for value in values.tolist():
            if isinstance(value, bool):
                out.append("b%d" % value)
            elif isinstance(value, int):
                out.append("i%d" % value)
            elif isinstance(value, float):
                out.append("n" if value != value else value.hex())
            else:
                out.append("t" + value.encode().hex())
    return "\t".join(out)


def same(want, got):
    if want == got:
        return True
    a, b = want.split("\t"), got.split("\t")
    # C's %a and Python's hex() spell one float differently; both read back exactly.
    return len(a) == len(b) and all(
        x == y or (y.startswith("x") and "0x" in x + "inf0x" and hexfloat(x) == hexfloat(y[1:])) for x, y in zip(a, b))


def hexfloat(text):
    try:
        value = float.fromhex(text)
        return value, str(value)
    except (ValueError, OverflowError):
        return text


def main():
    options = argparse.ArgumentParser()
    options.add_argument("dump")
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--seed", type=int, default=20251101)
    options.add_argument("--show", type=int, default=10)
    arguments = options.parse_args()
    rng = random.Random(arguments.seed)
    makers = [table, table, table, soup, column]
    inputs = [rng.choice(makers)(rng) for _ in range(arguments.count)]
    with tempfile.TemporaryDirectory() as folder:
        batch = os.path.join(folder, "batch")
        with open(batch, "wb") as file:
            for data in inputs:
                file.write(struct.pack("<I", len(data)) + data)
        answer = subprocess.run([arguments.dump, batch], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        if len(answer) != len(inputs):
            sys.exit("frame_dump answered %d of %d" % (len(answer), len(inputs)))
        path = os.path.join(folder, "input.csv")
        wrong = raised = 0
        for data, got in zip(inputs, answer):
            with open(path, "wb") as file:
                file.write(data)
            want = expected(path)
            raised += want == "raises"
            if not same(want, got):
                wrong += 1
                if wrong <= arguments.show:
                    print("differs on", data)
                    print("  pandas   ", want[:300])
                    print("  plumbline", got[:300])
    print("%d files, %d that pandas refuses, %d differences" % (len(inputs), raised, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
