// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include "app/gui/unattended_run.h"
#include "core/session/session.h"
#include "core/session/side_guess.h"
#include "core/verdicts/rule_sets/rule_set.h"

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
                         u"flaky"_s,    u"sources"_s, u"runs"_s,   u"bisect"_s, u"numerics"_s, u"history"_s, u"help"_s, u"keys"_s,
                         u"about"_s,   u"settings"_s};

struct OptionSpec {
  const char* name;
  const char* text;
  const char* value = "";  ///< name of the value in the help; "": a switch
};

/// "%1" stands for the pages of --page, or those that --export-png knows.
constexpr OptionSpec kOptions[] = {
    {"sample", QT_TRANSLATE_NOOP("Options", "Open the pair that comes with Plumbline.")},
    {"expected", QT_TRANSLATE_NOOP("Options", "Tree of baselines for the sources, e.g. a PyTorch checkout."), "TREE"},
    {"fetch", QT_TRANSLATE_NOOP("Options", "Fetch the results of a commit, run or pull request and open them."),
     "SHA|URL"},
    {"same", QT_TRANSLATE_NOOP("Options",
                               "The files are tensors: compare REF RES, or the folder that holds both, as "
                               "torch's same() does.")},
    {"fp64", QT_TRANSLATE_NOOP("Options", "With --same: the same computed in float64."), "FILE"},
    {"margins", QT_TRANSLATE_NOOP("Options",
                                  "The files are benchmark logs, the oldest first: show the margins they "
                                  "contain.")},
    {"store",
     QT_TRANSLATE_NOOP("Options",
                       "File of the history (default: plumbline/history.sqlite in the user's data "
                       "folder)."),
     "FILE"},
    {"no-history", QT_TRANSLATE_NOOP("Options",
                                     "Do not add what is opened and run to the history, whatever the "
                                     "settings say.")},
    {"rules",
     QT_TRANSLATE_NOOP("Options",
                       "Judge with this generation of the check scripts, e.g. 2025-11, or "
                       "checkout."),
     "GENERATION"},
    {"new", QT_TRANSLATE_NOOP("Options", "Begin with nothing open, also where the last session would be restored.")},
    {"new-window", QT_TRANSLATE_NOOP("Options", "Open a window of its own, also where the settings say that one window is for all.")},
    {"theme", QT_TRANSLATE_NOOP("Options", "light, dark or system; for this run only."), "THEME"},
    {"screenshot", QT_TRANSLATE_NOOP("Options", "Write the window as it opens to FILE and exit."), "FILE"},
    {"export-png",
     QT_TRANSLATE_NOOP("Options",
                       "Write the page named by --page (%1) with its whole table, or every "
                       "chart, as PNG into DIR, print the names and exit."),
     "DIR"},
    {"size", QT_TRANSLATE_NOOP("Options", "Window size, e.g. 1440x900."), "WxH"},
    {"page", QT_TRANSLATE_NOOP("Options", "Page to begin with: %1."), "PAGE"},
    {"startup-report", QT_TRANSLATE_NOOP("Options",
                                         "Print the milliseconds to the first paint on standard error, and "
                                         "exit.")},
};

/// ruleIds lists what --rules may be: the generations, and the rules of the checkout around the expected file.
QStringList ruleIds() {
  QStringList ids;
  for (const std::string& generation : verdicts::generations()) ids << QString::fromStdString(generation);
  return ids << QString::fromLatin1(session::kCheckoutRuleId);
}

QString translated(const char* text) { return QCoreApplication::translate("Options", text); }

void describe(QCommandLineParser& parser) {
  parser.setApplicationDescription(translated(
      QT_TRANSLATE_NOOP("Options", "Shows what CI's check scripts say about a run (ACTUAL) held against its baseline "
                                   "(EXPECTED).\nThe command line program plumbline-cli says the same without a window.")));
  for (const OptionSpec& spec : kOptions) {
    QString text = translated(spec.text);
    if (text.contains(u"%1"_s))
      text = text.arg((QLatin1StringView(spec.name) == "page"_L1 ? kPages : exportPages()).join(u", "_s));
    parser.addOption({QString::fromLatin1(spec.name), text, QString::fromLatin1(spec.value)});
  }
  parser.addOption({{u"v"_s, u"version"_s}, translated(QT_TRANSLATE_NOOP("Options", "Print the version and exit."))});
  parser.addOption({u"verbose"_s, translated(QT_TRANSLATE_NOOP("Options", "With --version: also libraries and system, for a report of an "
                                                                          "error."))});
  parser.addOption({{u"h"_s, u"help"_s}, translated(QT_TRANSLATE_NOOP("Options", "Print this text and exit."))});
  parser.addPositionalArgument(
      u"ACTUAL"_s, translated(QT_TRANSLATE_NOOP("Options", "CSV that the run produced.")), u"[ACTUAL"_s);
  parser.addPositionalArgument(
      u"EXPECTED"_s, translated(QT_TRANSLATE_NOOP("Options", "CSV it is held against.")), u"EXPECTED"_s);
  parser.addPositionalArgument(
      u"SOURCES"_s, translated(QT_TRANSLATE_NOOP("Options", "Or: folders, artifact zips, checkouts and more files, "
                                                            "opened as one.")), u"| SOURCES...]"_s);
}

/// readFiles decides what the positional arguments are: a pair, sources, tensors or logs.
void readFiles(const QCommandLineParser& parser, Options& options) {
  const QStringList files = parser.positionalArguments();
  const bool same = parser.isSet(u"same"_s);
  if (same || parser.isSet(u"margins"_s)) {
    (same ? options.same : options.margins) = files;
    if (options.page.isEmpty()) options.page = u"numerics"_s;
  } else if (options.trees.isEmpty() && options.fetch.isEmpty() && (files.isEmpty() || session::isPair(files))) {
    options.actual = files.value(0);
    options.expected = files.value(1);
  } else {
    options.sources = files;
  }
}

/// problemOf returns one sentence when the arguments make no sense, else "".
QString problemOf(const QCommandLineParser& parser, const Options& options) {
  const auto text = [](const char* sentence) { return translated(sentence); };
  const qsizetype files = parser.positionalArguments().size();
  const bool same = parser.isSet(u"same"_s), margins = parser.isSet(u"margins"_s), picture = !options.exportPng.isEmpty();
  if (!options.page.isEmpty() && !kPages.contains(options.page))
    return text(QT_TRANSLATE_NOOP("Options", "There is no page \"%1\"; --page is one of: %2."))
        .arg(options.page, kPages.join(u", "_s));
  if (picture && files == 0 && options.trees.isEmpty() && !options.sample)
    return text(QT_TRANSLATE_NOOP("Options", "--export-png needs something to open: --sample, two files, or sources."));
  if (picture && !exportPages().contains(options.page))
    return text(QT_TRANSLATE_NOOP("Options", "--export-png writes one of these pages: %1."))
        .arg(exportPages().join(u", "_s));
  if (parser.isSet(u"rules"_s) && !ruleIds().contains(options.rules))
    return text(QT_TRANSLATE_NOOP("Options", "There are no rules \"%1\"; --rules is one of: %2."))
        .arg(options.rules, ruleIds().join(u", "_s));
  if (parser.isSet(u"size"_s) && !options.size.isValid())
    return text(QT_TRANSLATE_NOOP("Options", "--size is WIDTHxHEIGHT, e.g. 1440x900."));
  if (parser.isSet(u"theme"_s) && !options.theme)
    return text(QT_TRANSLATE_NOOP("Options", "--theme is light, dark or system."));
  if (options.sample && files > 0)
    return text(QT_TRANSLATE_NOOP("Options", "--sample opens a pair of its own; leave the files out."));
  if (parser.isSet(u"fp64"_s) && !same) return text(QT_TRANSLATE_NOOP("Options", "--fp64 belongs to --same."));
  if (parser.isSet(u"store"_s) && options.store.isEmpty())
    return text(QT_TRANSLATE_NOOP("Options", "--store needs the name of a file."));
  if (options.store.contains(u"://"_s))
    return text(QT_TRANSLATE_NOOP("Options", "--store: the window reads SQLite files only; name a file."));
  if (same && margins) return text(QT_TRANSLATE_NOOP("Options", "--same and --margins are two things; ask for one."));
  if (margins && files == 0) return text(QT_TRANSLATE_NOOP("Options", "--margins needs at least one log."));
  if (same && (files == 0 || files > 2))
    return text(QT_TRANSLATE_NOOP("Options", "--same compares REF and RES, or the folder that holds both."));
  return {};
}

}  // namespace

Options readOptions(const QStringList& arguments) {
  QCommandLineParser parser;
  describe(parser);
  Options options;
  if (!parser.parse(arguments)) options.error = parser.errorText() + u'.';
  options.helpText = parser.helpText();
  options.version = parser.isSet(u"version"_s);
  options.verbose = parser.isSet(u"verbose"_s);
  options.help = parser.isSet(u"help"_s);
  options.isNew = parser.isSet(u"new"_s);
  options.isOwnWindow = parser.isSet(u"new-window"_s);
  options.isRemembered = !parser.isSet(u"no-history"_s);
  options.sample = parser.isSet(u"sample"_s);
  options.store = parser.value(u"store"_s);
  options.rules = parser.value(u"rules"_s);
  options.screenshot = parser.value(u"screenshot"_s);
  options.exportPng = parser.value(u"export-png"_s);
  options.page = parser.value(u"page"_s);
  options.startupReport = parser.isSet(u"startup-report"_s);
  options.trees = parser.values(u"expected"_s);
  options.fetch = parser.value(u"fetch"_s);
  options.fp64 = parser.value(u"fp64"_s);
  if (parser.isSet(u"theme"_s)) options.theme = ui::themeChoiceFromText(parser.value(u"theme"_s));
  if (parser.isSet(u"size"_s)) options.size = sizeFromText(parser.value(u"size"_s)).value_or(QSize());
  readFiles(parser, options);
  if (!options.exportPng.isEmpty() && options.page.isEmpty()) options.page = u"triage"_s;
  if (const QString problem = problemOf(parser, options); !problem.isEmpty()) options.error = problem;
  return options;
}

}  // namespace plumbline::app
