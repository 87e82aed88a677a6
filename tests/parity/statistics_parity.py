# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds intervals and tests of core/statistics against SciPy, to 1e-9.

    statistics_parity.py --runner build/tests/bin/statistics_runner --seed 1

SciPy has no exact Mann-Whitney test with ties and, in Debian 12, no Benjamini-Hochberg: these are counted out here, order
by order and step by step. Ends with 77 when SciPy is absent.
"""

import argparse
import itertools
import math
import random
import subprocess
import sys

SKIP = 77
JEFFREYS, WILSON, CLOPPER_PEARSON = range(3)
NORMAL_FROM = 61  # more values than this in both sets: no counting of all orders

questions, answers = [], []


def text(numbers):
    return ",".join(repr(float(number)) for number in numbers)


def ask(name, lists, wanted, what):
    questions.append(name + " " + " ".join(text(numbers) for numbers in lists))
    answers.append((what, wanted))


def interval(stats, fails, runs, level, method):
    tail = (1 - level) / 2
    if method == WILSON:
        z = stats.norm.ppf(1 - tail)
        rate, scale = fails / runs, 1 + z * z / runs
        middle = (rate + z * z / (2 * runs)) / scale
        half = z / scale * math.sqrt(rate * (1 - rate) / runs + z * z / (4 * runs * runs))
        return max(0.0, middle - half), min(1.0, middle + half)
    low_a, low_b, high_a, high_b = ((fails + 0.5, runs - fails + 0.5) * 2 if method == JEFFREYS else
                                    (fails, runs - fails + 1, fails + 1, runs - fails))
    low = 0.0 if fails == 0 else stats.beta.ppf(tail, low_a, low_b)
    high = 1.0 if fails == runs else stats.beta.ppf(1 - tail, high_a, high_b)
    return low, high


def ask_rates(stats, dice):
    cases = [(fails, runs) for runs in (1, 2, 3, 7, 20) for fails in range(runs + 1)]
    cases += [(dice.randint(0, runs), runs) for runs in (50, 365, 1000, 100000) for _ in range(12)]
    for fails, runs in cases:
        for level in (0.5, 0.9, 0.95, 0.999):
            for method in (JEFFREYS, WILSON, CLOPPER_PEARSON):
                ask("rate", [[fails, runs, level, method]], interval(stats, fails, runs, level, method),
                    f"interval {method} of {fails} in {runs} at {level}")


def ask_fisher(stats, dice):
    for size in (3, 10, 40, 200):
        for _ in range(15):
            n, m = dice.randint(1, size), dice.randint(1, size)
            a, b = dice.randint(0, n), dice.randint(0, m)
            ask("fisher", [[a, n, b, m]], [stats.fisher_exact([[a, n - a], [b, m - b]])[1]], f"Fisher of {a}/{n}, {b}/{m}")


def all_orders(before, after):
    """Twice the smaller tail of the U of `after` over all ways to choose which values are `after`."""
    values = before + after
    ranks = {value: (sum(v < value for v in values) + 1 + sum(v <= value for v in values)) / 2 for value in values}
    seen = sum(ranks[value] for value in after)
    sums = [sum(ranks[values[i]] for i in chosen) for chosen in itertools.combinations(range(len(values)), len(after))]
    return min(1.0, 2 * min(sum(one <= seen for one in sums), sum(one >= seen for one in sums)) / len(sums))


def ask_samples(stats, dice):
    def ask_pair(before, after, p):
        u = stats.mannwhitneyu(after, before, alternative="two-sided", method="asymptotic").statistic
        differences = sorted(b - a for a in before for b in after)
        half = len(differences) // 2
        median = differences[half] if len(differences) % 2 else (differences[half - 1] + differences[half]) / 2
        pairs = len(before) * len(after)
        exact = 1.0 if len(before) + len(after) < NORMAL_FROM else 0.0
        ask("samples", [before, after], [u, p, exact, median, 2 * u / pairs - 1], f"samples {before} and {after}")

    for n, m in itertools.product((2, 3, 5, 9, 20), repeat=2):
        before, after = [dice.gauss(0, 1) for _ in range(n)], [dice.gauss(0.7, 2) for _ in range(m)]
        p = stats.mannwhitneyu(after, before, alternative="two-sided", method="exact").pvalue
        ask_pair(before, after, p)
    for _ in range(40):  # with ties
        before, after = ([dice.randint(0, 3) for _ in range(dice.randint(2, 6))] for _ in range(2))
        ask_pair(before, after, all_orders(before, after))
    for n, m in ((40, 40), (31, 60), (200, 10)):
        for step in (1, 7):
            before, after = [dice.randint(0, 100) // step for _ in range(n)], [dice.randint(5, 110) // step for _ in range(m)]
            p = stats.mannwhitneyu(after, before, alternative="two-sided", method="asymptotic").pvalue
            ask_pair(before, after, p)


def ask_shift_ends(stats, dice):
    """The shifts that a Mann-Whitney test at 5 % does not reject."""
    for n, m in itertools.chain(itertools.product((2, 3, 4, 5, 9, 14), repeat=2), ((40, 40), (31, 60))):
        before, after = [dice.gauss(0, 1) for _ in range(n)], [dice.gauss(0.7, 2) for _ in range(m)]
        differences = sorted(b - a for a in before for b in after)
        method = "exact" if n + m < NORMAL_FROM else "asymptotic"

        def accepts(rank):
            """Whether a shift between the differences of this rank and the next one is possible."""
            moved = [b - (differences[rank - 1] + differences[rank]) / 2 for b in after]
            return stats.mannwhitneyu(moved, before, alternative="two-sided", method=method).pvalue > 0.05

        rank = next((rank for rank in range(1, n * m // 2 + 1) if accepts(rank)), None) if n * m > 1 else None
        smallest = 2 / math.comb(n + m, n) if method == "exact" else 0
        ends = [-math.inf, math.inf] if smallest > 0.05 else [differences[rank - 1], differences[-rank]]
        ask("shift", [before, after], ends, f"ends of the shift between {before} and {after}")


def ask_discovery(dice):
    for count in (1, 2, 5, 50, 1000):
        p = [dice.random() ** dice.choice((1, 3)) for _ in range(count)]
        order, q, least = sorted(range(count), key=lambda i: p[i]), [0.0] * count, 1.0
        for rank in range(count, 0, -1):
            least = min(least, p[order[rank - 1]] * count / rank)
            q[order[rank - 1]] = least
        ask("discovery", [p], q, f"q of {count} values")


FREEDOMS = (2, 3, 4, 6, 9, 14, 22, 35, 60)


def median(values):
    values = sorted(values)
    half = len(values) // 2
    return values[half] if len(values) % 2 else values[half - 1] / 2 + values[half] / 2


def mean_variance(phi, n):
    """Of a mean of n AR(1) values, in variances of one: the sum over all pairs."""
    return sum(phi ** abs(i - j) for i in range(n) for j in range(n)) / n ** 2


def noise_floor(stats, groups):
    spread = median([abs(a - b) for group in groups for a, b in itertools.combinations(group, 2)])
    spread /= stats.norm.ppf(0.75) * math.sqrt(2)
    products = squares = 0.0
    residuals = []
    for group in groups:
        n, level = len(group), sum(group) / len(group) if len(group) < 5 else median(group)
        rests = [(value - level) * math.sqrt(n / (n - 1)) for value in group]
        cut = [max(-3 * spread, min(3 * spread, rest)) for rest in rests]
        products += sum(a * b for a, b in zip(cut, cut[1:]))
        squares += sum(a * a for a in cut)
        residuals += rests
    n = len(residuals)
    phi = products / squares
    phi += (1 + 3 * phi) * len(groups) / n
    phi = 0.0 if phi * math.sqrt(n) < 1.645 else min(phi, 0.97)
    freedom = 0.86 * (n - len(groups)) * (1 - phi * phi) / (1 + phi * phi)
    ends = [spread * math.sqrt(freedom / stats.chi2.ppf(share, freedom)) for share in (0.975, 0.025)]
    return spread, ends, phi, freedom, residuals


def noise_shapes(stats, spread, phi, groups, residuals):
    """Weights of Student t distributions over a grid of spreads and tail weights."""
    n = len(residuals)
    independent = (n - len(groups)) * (1 - phi) / (1 + phi)
    wider = math.sqrt(1 + math.pi / 2 * mean_variance(phi, len(groups[-1])))
    reach = min(3.0, 4 / math.sqrt(2 * max(independent, 0.5)))
    shapes, product = [], 2 * (math.log(spread) - 0.7 - reach) + math.log(FREEDOMS[0])
    while product <= 2 * (math.log(spread) + 0.3 + reach) + math.log(FREEDOMS[-1]):
        for freedom in FREEDOMS:
            scale = (product - math.log(freedom)) / 2
            if abs(scale - math.log(spread) + 0.2) <= 0.505 + reach:
                fit = float(sum(stats.t.logpdf(residuals, freedom, scale=math.exp(scale))))
                shapes.append((freedom, math.exp(scale) * wider, independent / n * fit - 0.05 * freedom))
        product += 0.1
    best = max(weight for _, _, weight in shapes)
    total = sum(math.exp(weight - best) for _, _, weight in shapes)
    return [(freedom, scale, math.exp(weight - best) / total) for freedom, scale, weight in shapes]


def ask_noise(stats, optimize, dice):
    def make(n, phi, tail):
        values, last = [], 0.0
        for _ in range(n):
            last = phi * last + dice.gauss(0, 1) / (math.sqrt(dice.gammavariate(1.5, 2) / 3) if tail else 1)
            values.append(dice.choice((1, 1, 1, 20)) * 1e-3 + 10 + 0.3 * last)
        return values

    for sizes in ((12,), (40,), (150,), (2, 2, 2, 2, 2, 2, 3), (30, 6, 20)):
        for phi, tail in ((0, False), (0.7, False), (0, True)):
            groups = [make(n, phi, tail) for n in sizes]
            spread, ends, rho, freedom, residuals = noise_floor(stats, groups)
            if freedom < 5:
                continue
            before, after, delta, distance = len(groups[-1]), 2, 0.7 * spread, 1.3 * spread
            error = spread * math.sqrt(mean_variance(rho, before) + mean_variance(rho, after))
            # ppf has nine digits only.
            quantile = optimize.brentq(lambda x: float(stats.t.sf(x, freedom)) - 0.025, 1, 20, xtol=1e-14, rtol=1e-14)
            shapes = noise_shapes(stats, spread, rho, groups, residuals)
            mean = sum(float(stats.t.sf(distance / scale, free)) * weight for free, scale, weight in shapes)
            error_of_level = math.sqrt(math.pi / 2 * mean_variance(rho, before))
            steps = [i / 4 for i in range(-12, 13)]  # the level is wrong by so many of its errors
            likely = {z: math.exp(-z * z / 2) / sum(math.exp(-y * y / 2) for y in steps) for z in steps}
            rates = sorted((float(stats.t.sf(distance / scale * math.sqrt(1 + error_of_level ** 2) + z * error_of_level, free)),
                            weight * likely[z]) for free, scale, weight in shapes if weight >= 1e-6 for z in steps)
            low, high, below = rates[0][0], rates[0][0], 0.0
            for rate, weight in rates:
                low, high = rate if below <= 0.025 else low, rate if below <= 0.975 else high
                below += weight
            free, scale, weight = zip(*shapes)
            margin = optimize.brentq(
                lambda x: math.log(2 * float(sum(w * stats.t.sf(math.exp(x) / s, f) for f, s, w in zip(free, scale, weight)))) -
                math.log(1e-3), math.log(spread), math.log(spread) + 12, xtol=1e-14, rtol=1e-14)
            ask("noise", groups + [[delta, before, after, distance]],
                [median(groups[-1]), spread, *ends, rho, freedom, error * quantile,
                 2 * stats.t.sf(delta / error, freedom), mean, min(low, mean), max(high, mean),
                 math.exp(margin)], f"noise of {sizes}, phi {phi}")


def ask_healing(stats, dice):
    for _ in range(60):
        runs = dice.randint(1, 400)
        fails, greens, relapses, per_day = dice.randint(1, runs), dice.randint(0, 500), dice.randint(0, 4), dice.choice((0.5, 1, 4))
        luck = stats.betabinom.pmf(0, greens, fails + 0.5, runs - fails + 0.5)
        clean = stats.betabinom.pmf(0, 30 * per_day, fails + 0.5, runs - fails + greens + 0.5)
        begun = sum(stats.betabinom.pmf(0, range(greens), fails + 0.5, runs - fails + 0.5)) / (runs + 1)
        still = (relapses + 1) * luck / ((relapses + 1) * luck + begun)
        ask("healing", [[fails, runs, greens, 0, relapses, per_day]], [luck, 1 - (1 - still * (1 - clean)) * (1 - 0.047), 0],
            f"healing of {fails} in {runs}, {greens} green, {relapses} relapses")


def is_near(ours, wanted):
    return ours == wanted or abs(ours - wanted) <= 1e-9 * max(1.0, abs(wanted))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        from scipy import optimize, stats
    except ImportError:
        print("SciPy is not installed (python3-scipy)")
        return SKIP
    dice = random.Random(options.seed)
    ask_rates(stats, dice)
    ask_fisher(stats, dice)
    ask_samples(stats, dice)
    ask_shift_ends(stats, dice)
    ask_discovery(dice)
    ask_noise(stats, optimize, dice)
    ask_healing(stats, dice)
    out = subprocess.run([options.runner], input="\n".join(questions) + "\n", capture_output=True, text=True, check=True).stdout
    lines = out.splitlines()
    failures = abs(len(lines) - len(questions))
    for line, (what, wanted) in zip(lines, answers):
        ours = [float(number) for number in line.split()]
        if len(ours) != len(wanted) or not all(map(is_near, ours, wanted)):
            failures += 1
            if failures <= 10:
                print("DIFFERS:", what[:300], "ours", ours[:6], "SciPy", [float(x) for x in wanted][:6])
    print(f"{len(questions)} questions, {failures} answered differently")
    return 1 if failures else 0


sys.exit(main())
