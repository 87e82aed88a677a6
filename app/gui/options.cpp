// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"

#include <QCommandLineParser>

#include "app/gui/export_png.h"
#include "core/session/load_pair.h"
#include "core/session/side_guess.h"
#include "core/verdicts/rule_set.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

std::optional<QSize> sizeFromText(const QString& text) {
  const QStringList parts = text.split(u'x');
  if (parts.size() != 2) return std::nullopt;
  bool wide = false;
  bool high = false;
  const QSize size(parts.at(0).toInt(&wide), parts.at(1).toInt(&high));
  if (!wide || !high || size.width() < 1 || size.height() < 1 || size.width() > 16384 || size.height() > 16384)
    return std::nullopt;
  return size;
}

const QStringList kPages{u"overview"_s, u"matrix"_s,  u"triage"_s, u"compare"_s, u"charts"_s, u"review"_s,
                         u"flaky"_s,    u"sources"_s, u"runs"_s,   u"numerics"_s, u"help"_s, u"keys"_s};

/// ruleIds lists what --rules may be: the generations, and the rules of the checkout around the expected file.
QStringList ruleIds() {
  QStringList ids;
  for (const std::string& generation : verdicts::generations()) ids << QString::fromStdString(generation);
  return ids << QString::fromLatin1(session::kCheckoutRuleId);
}

}  // namespace

Options readOptions(const QStringList& arguments) {
  const QCommandLineOption sample(u"sample"_s, u"Open the pair that comes with Plumbline."_s);
  const QCommandLineOption rules(u"rules"_s, u"Judge with this generation of the check scripts, e.g. 2025-11, or checkout."_s,
                                 u"GENERATION"_s);
  const QCommandLineOption theme(u"theme"_s, u"light, dark or system; for this run only."_s, u"THEME"_s);
  const QCommandLineOption shot(u"screenshot"_s, u"Write the window as it opens to FILE and exit."_s, u"FILE"_s);
  const QCommandLineOption png(u"export-png"_s,
                               u"Write the page named by --page (%1) with its whole table, or every chart, as PNG into "
                               "DIR, print the names and exit."_s.arg(exportPages().join(u", "_s)),
                               u"DIR"_s);
  const QCommandLineOption size(u"size"_s, u"Window size, e.g. 1440x900."_s, u"WxH"_s);
  const QCommandLineOption page(u"page"_s, u"Page to begin with: %1."_s.arg(kPages.join(u", "_s)), u"PAGE"_s);
  const QCommandLineOption tree(u"expected"_s, u"Tree of baselines for the sources, e.g. a PyTorch checkout."_s, u"TREE"_s);
  const QCommandLineOption fetch(u"fetch"_s, u"Fetch the results of a commit, run or pull request and open them."_s,
                                 u"SHA|URL"_s);
  const QCommandLineOption same(u"same"_s, u"The files are tensors: compare REF RES, or the folder that holds both, as torch's same() does."_s);
  const QCommandLineOption fp64(u"fp64"_s, u"With --same: the same computed in float64."_s, u"FILE"_s);
  const QCommandLineOption margins(u"margins"_s, u"The files are benchmark logs, the oldest first: show the margins they tell of."_s);
  const QCommandLineOption report(u"startup-report"_s,
                                  u"Print the milliseconds to the first paint on standard error, and exit."_s);
  const QCommandLineOption version({u"v"_s, u"version"_s}, u"Print the version and exit."_s);
  const QCommandLineOption help({u"h"_s, u"help"_s}, u"Print this text and exit."_s);

  QCommandLineParser parser;
  parser.setApplicationDescription(
      u"Shows what CI's check scripts say about a run (ACTUAL) held against its baseline (EXPECTED).\n"
      "The command line program plumbline-cli says the same without a window."_s);
  parser.addOptions({sample, tree, fetch, same, fp64, margins, rules, theme, shot, png, size, page, report, version, help});
  parser.addPositionalArgument(u"ACTUAL"_s, u"CSV that the run produced."_s, u"[ACTUAL"_s);
  parser.addPositionalArgument(u"EXPECTED"_s, u"CSV it is held against."_s, u"EXPECTED"_s);
  parser.addPositionalArgument(u"SOURCES"_s, u"Or: folders, artifact zips, checkouts and more files, opened as one."_s,
                               u"| SOURCES...]"_s);

  Options options;
  if (!parser.parse(arguments)) options.error = parser.errorText() + u'.';
  options.helpText = parser.helpText();
  options.version = parser.isSet(version);
  options.help = parser.isSet(help);
  options.sample = parser.isSet(sample);
  options.rules = parser.value(rules);
  options.screenshot = parser.value(shot);
  options.exportPng = parser.value(png);
  options.page = parser.value(page);
  options.startupReport = parser.isSet(report);
  const QStringList files = parser.positionalArguments();
  options.trees = parser.values(tree);
  options.fetch = parser.value(fetch);
  options.fp64 = parser.value(fp64);
  if (parser.isSet(same) || parser.isSet(margins)) {
    (parser.isSet(same) ? options.same : options.margins) = files;
    if (options.page.isEmpty()) options.page = u"numerics"_s;
  } else if (options.trees.isEmpty() && options.fetch.isEmpty() && (files.isEmpty() || session::isPair(files))) {
    options.actual = files.value(0);
    options.expected = files.value(1);
  } else {
    options.sources = files;
  }
  if (parser.isSet(same) && (files.isEmpty() || files.size() > 2))
    options.error = u"--same compares REF and RES, or the folder that holds both."_s;
  if (parser.isSet(margins) && files.isEmpty()) options.error = u"--margins needs at least one log."_s;
  if (parser.isSet(same) && parser.isSet(margins)) options.error = u"--same and --margins are two things; ask for one."_s;
  if (parser.isSet(fp64) && !parser.isSet(same)) options.error = u"--fp64 belongs to --same."_s;
  if (options.sample && !files.isEmpty()) options.error = u"--sample opens a pair of its own; leave the files out."_s;
  if (parser.isSet(theme)) {
    options.theme = ui::themeChoiceFromText(parser.value(theme));
    if (!options.theme) options.error = u"--theme is light, dark or system."_s;
  }
  if (parser.isSet(size)) {
    const auto wanted = sizeFromText(parser.value(size));
    options.size = wanted.value_or(QSize());
    if (!wanted) options.error = u"--size is WIDTHxHEIGHT, e.g. 1440x900."_s;
  }
  if (parser.isSet(rules) && !ruleIds().contains(options.rules))
    options.error = u"There are no rules \"%1\"; --rules is one of: %2."_s.arg(options.rules, ruleIds().join(u", "_s));
  if (!options.exportPng.isEmpty() && options.page.isEmpty()) options.page = u"triage"_s;
  if (!options.exportPng.isEmpty() && !exportPages().contains(options.page))
    options.error = u"--export-png writes one of these pages: %1."_s.arg(exportPages().join(u", "_s));
  if (!options.exportPng.isEmpty() && files.isEmpty() && options.trees.isEmpty() && !options.sample)
    options.error = u"--export-png needs something to open: --sample, two files, or sources."_s;
  if (!options.page.isEmpty() && !kPages.contains(options.page))
    options.error = u"There is no page \"%1\"; --page is one of: %2."_s.arg(options.page, kPages.join(u", "_s));
  return options;
}

}  // namespace plumbline::app
