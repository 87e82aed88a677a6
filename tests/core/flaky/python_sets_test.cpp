// SPDX-License-Identifier: GPL-3.0-or-later
// Flaky sets read from the text of check scripts, and the checkout they lie in.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/flaky/checkout.h"
#include "core/flaky/python_sets.h"

using namespace plumbline;

namespace {

QString joined(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& name : names) list << QString::fromStdString(name);
  return list.join(u' ');
}

/// dump prints what a script excuses: "base: a b | rocm: c | x.csv unless rocm: d | problems: 1".
QString dump(const flaky::PythonSets& sets) {
  const flaky::FlakyModels models = sets.models();
  QString out = QStringLiteral("base: %1 | rocm: %2").arg(joined(models.base), joined(models.rocm));
  for (const flaky::FileExtra& extra : models.files)
    out += QStringLiteral(" | %1 unless %2: %3")
               .arg(QString::fromStdString(extra.fileName), QString::fromStdString(extra.unlessContains),
                    joined(extra.names));
  if (!sets.problems.empty()) out += QStringLiteral(" | problems: %1").arg(sets.problems.size());
  return out;
}

}  // namespace

class PythonSetsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void scripts_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* source, const char* expected) {
      QTest::newRow(name) << QString::fromUtf8(source) << QString::fromUtf8(expected);
    };
    row("nothing", "", "base:  | rocm: ");
    row("no flaky set", "import os\nlevels = {\"a\"}\nprint('x')\n", "base:  | rocm: ");
    row("both quotes, comments, no last comma", "flaky_models = {\n  'a', # why, {\"not\"}\n\n  \"b\"  # c\n}\n",
        "base: a b | rocm: ");
    row("a condition that begins with brackets",
        "flaky = {'a'}\nif ('rocm' in p) and (os.path.basename(p) == 'x.csv'):\n  flaky |= {'q'}\n",
        "base: a | rocm:  | problems: 1");
    row("rocm update in a function",
        "flaky_models = {\"a\"}\ndef f(p):\n    if \"rocm\" in p:\n        flaky_models.update(\n            {\n"
        "                \"r1\",\n                # note\n                \"r/2\",\n            }\n        )\n",
        "base: a | rocm: r1 r/2");
    row("body on the line of the if", "flaky_models = {'a'}\nif 'rocm' in p: flaky_models.update({'r'})\n",
        "base: a | rocm: r");
    row("copied per call, with a file of its own",
        "flaky_models = {'a'}\ndef f(p):\n  flaky = set(flaky_models)\n  if 'rocm' in p:\n    flaky |= {'r'}\n"
        "  elif os.path.basename(p) == 'x_training.csv':\n    flaky.update({'t1', 't2'})\n",
        "base: a | rocm: r | x_training.csv unless rocm: t1 t2");
    row("module constants under other names",
        "FLAKY_MODELS = frozenset({'a'})\nROCM_ONLY = {'r'}\nNAME = 'x.csv'\nTIMM = {'t'}\n"
        "def f(p):\n  is_rocm = 'rocm' in p\n  flaky = FLAKY_MODELS.copy()\n  if is_rocm:\n    "
        "flaky.update(ROCM_ONLY)\n"
        "  if not is_rocm and Path(p).name == NAME:\n    flaky = flaky | TIMM\n",
        "base: a | rocm: r | x.csv unless rocm: t");
    row("flaky constants that count only where they are used",
        "flaky_models = {'a'}\nflaky_models_rocm = {'r'}\ndef f(p):\n"
        "  names = flaky_models | flaky_models_rocm if 'rocm' in p else flaky_models\n",
        "base: a | rocm: r");
    row("a function that returns early",
        "flaky_models = {'a'}\ndef names(p):\n  if 'rocm' in p:\n    return flaky_models | {'r'}\n  return "
        "flaky_models\n",
        "base: a | rocm: r");
    row("both branches", "if 'rocm' in p:\n  flaky = {'a', 'r'}\nelse:\n  flaky = {'a'}\n",
        "base:  | rocm: a r | problems: 1");
    row("list, tuple, one by one", "flaky = set([\"a\"])\nflaky.update((\"b\", \"c\"))\nflaky.add('d')\n",
        "base: a b c d | rocm: ");
    row("dict of files", "flaky = {'a'}\nflaky_by_file = {'x.csv': {'t'}, 'y.csv': {'u', 'v'}}\n",
        "base: a | rocm:  | x.csv unless : t | y.csv unless : u v");
    row("escapes, raw, adjacent literals", "flaky = {'a\\x41\\u00e9\\n', r'b\\n', 'c' \"d\", u'e'}\n",
        "base: aA\xC3\xA9\n b\\n cd e | rocm: ");
    row("semicolons, continuation, annotation", "x = 1; flaky: set[str] = \\\n  {'a'}; y = 2\n", "base: a | rocm: ");
    row("reassigned: the last one counts", "flaky_models = {'a'}\nflaky_models = {'b'}\n", "base: b | rocm: ");
    row("spread", "old = {'a'}\nflaky = {*old, 'b'}\n", "base: a b | rocm: ");
    row("CRLF", "flaky_models = {\r\n  'a',\r\n}\r\nif 'rocm' in p:\r\n  flaky_models.update({'r'})\r\n",
        "base: a | rocm: r");
    row("tabs", "flaky_models = {'a'}\nif 'rocm' in p:\n\tflaky_models.update({'r'})\nflaky_models.update({'b'})\n",
        "base: a b | rocm: r");
    row("docstrings and comments are not code",
        "'''\nflaky_models = {'z'}\n'''\n# flaky_models = {'y'}\nflaky_models = {'a'}\n", "base: a | rocm: ");
    row("unknown condition", "flaky_models = {'a'}\nif device == 'xpu':\n  flaky_models.update({'x'})\n",
        "base: a | rocm:  | problems: 1");
    row("a substring of the file is another question",
        "flaky_models = {'a'}\nif 'x.csv' in p:\n  flaky_models.update({'x'})\n", "base: a | rocm:  | problems: 1");
    row("or", "flaky_models = {'a'}\nif 'rocm' in p or late:\n  flaky_models.update({'x'})\n",
        "base: a | rocm:  | problems: 1");
    row("only without rocm", "flaky_models = {'a'}\nif 'rocm' not in p:\n  flaky_models.update({'x'})\n",
        "base: a | rocm:  | problems: 1");
    row("questions that exclude each other", "flaky_models = {'a'}\nif 'rocm' in p:\n  if 'rocm' not in p:\n    flaky_models.update({'x'})\n",
        "base: a | rocm:  | problems: 1");
    row("files that exclude each other",
        "flaky_models = {'a'}\nif Path(p).name == 'x.csv':\n  if Path(p).name == 'y.csv':\n    flaky_models.update({'x'})\n",
        "base: a | rocm:  | problems: 1");
    row("a set that a question names is not added", "late = {'x'}\nflaky_models = {'a'} if late else {'b'}\n", "base:  | rocm:  | problems: 1");
    row("names taken out", "flaky_models = {'a', 'b'}\nflaky_models.discard('b')\n",
        "base: a b | rocm:  | problems: 1");
    row("entries that are not names", "flaky_models = {'a', f'b{n}',\n name(), 'c'}\n",
        "base: a c | rocm:  | problems: 2");
    row("a call is no text in brackets", "flaky_models = load('x') | {'a'}\n", "base: a | rocm: ");
    row("an empty tuple adds nothing", "flaky_models = {'a'} | set(*())\n", "base: a | rocm: ");
    row("an empty tuple beside a set", "flaky_models = {'a'}, ()\n", "base: a | rocm: ");
    row("notes of a set that is not flaky", "levels = {'a'} - {'b'}\nflaky_models = levels | {'c'}\n", "base: a b c | rocm: ");
    row("never closed", "flaky_models = {'a', 'b\n", "base: a b | rocm: ");
    row("cut in the middle", "flaky_models = {\"a\", \"b\",", "base: a b | rocm: ");
    row("garbage", "\x01\x02 }}} ))) flaky_models ]{ = {'a'\n\xFF\xFE", "base:  | rocm: ");
  }

  void scripts() {
    QFETCH(QString, source);
    QFETCH(QString, expected);
    QCOMPARE(dump(flaky::readPythonSets(source.toStdString())), expected);
  }

  /// A set that is joined with a doubtful one is doubtful for the line of the first, whatever comes after it.
  void doubtComesWithTheSet() {
    const flaky::PythonSets sets =
        flaky::readPythonSets("one = {'a'} - {'b'}\ntwo = {'c'}\nthree = {'d'} & {'e'}\nflaky = one | two | three | {'f'}\n");
    QCOMPARE(joined(sets.models().base), QStringLiteral("a b c d e f"));
    QStringList lines;
    for (const flaky::PythonSet& set : sets.sets) lines << QStringLiteral("%1:%2").arg(set.line).arg(set.doubtLine);
    QCOMPARE(lines.join(u' '), QStringLiteral("1:1 1:1 2:1 3:1 3:1 4:1"));
  }

  /// A few lines that would unfold to 2^60 sets, and a few kB that name 60,000 models by 200 files.
  void setsThatMultiplyAreLimited() {
    std::string doubling = "flaky0 = {'a'}\n";
    for (int i = 0; i < 60; ++i)
      doubling += "flaky" + std::to_string(i + 1) + " = flaky" + std::to_string(i) + " | flaky" + std::to_string(i) + "\n";
    const flaky::PythonSets sets = flaky::readPythonSets(doubling);
    QVERIFY(sets.models().base.empty());
    QVERIFY(std::any_of(sets.problems.begin(), sets.problems.end(), [](const std::string& problem) {
      return problem.find("there are too many sets to follow") != std::string::npos;
    }));

    std::string files, names;
    for (int i = 0; i < 200; ++i) files += "'" + std::to_string(i) + ".csv',";
    for (int i = 0; i < 300; ++i) names += "'m" + std::to_string(i) + "',";
    const std::string many = "flaky = {'first'}\nif x in (" + files + "):\n  flaky |= {" + names + "}\nflaky |= {'last'}\n";
    const flaky::PythonSets read = flaky::readPythonSets(many);
    QCOMPARE(dump(read), QStringLiteral("base: first last | rocm:  | problems: 1"));
    QCOMPARE(read.problems.front(),
             std::string("Line 3: these 300 names are left out: a script has at most 50000, one for each file."));
  }

  /// A long name by 200 files, and a long variable with many sets.
  void longTextsAreLimited() {
    std::string files;
    for (int i = 0; i < 200; ++i) files += "'" + std::to_string(i) + ".csv',";
    const flaky::PythonSets names = flaky::readPythonSets("flaky = {'a'}\nif x in (" + files + "):\n  flaky |= {'" + std::string(20'000, 'm') + "'}\n");
    QCOMPARE(dump(names), QStringLiteral("base: a | rocm:  | problems: 1"));
    QCOMPARE(names.problems.front(), std::string("Line 3: these 1 names are left out: a script has at most 2 MB of them, one for each file."));
    const flaky::PythonSets variable = flaky::readPythonSets("flaky = {'a'}\nflaky_" + std::string(1000, 'v') + " = {'b'}\n");
    QCOMPARE(dump(variable), QStringLiteral("base: a | rocm:  | problems: 1"));
    QCOMPARE(variable.problems.front(), std::string("Line 2: the name of a variable is longer than 1000 bytes; what it holds is left out."));
  }

  void placesAreExact() {
    const std::string source =
        "# head\nflaky_models = {\n    \"a\",  # note\n    'b' 'c',\n}\nif \"rocm\" in p:\n    "
        "flaky_models.update({'r'})\n";
    const flaky::PythonSets sets = flaky::readPythonSets(source);
    QCOMPARE(sets.sets.size(), std::size_t{2});
    QString places;
    for (const flaky::PythonSet& set : sets.sets) {
      places += QStringLiteral("%1@%2 %3...%4\n")
                    .arg(QString::fromStdString(set.variable), QString::number(set.line),
                         QChar::fromLatin1(source[set.begin]), QChar::fromLatin1(source[set.end - 1]));
      for (const flaky::PythonName& name : set.names)
        places += QStringLiteral("  %1: %2\n")
                      .arg(name.line)
                      .arg(QString::fromStdString(source.substr(name.begin, name.end - name.begin)));
    }
    QCOMPARE(places,
             QStringLiteral("flaky_models@2 {...}\n  3: \"a\"\n  4: 'b' 'c'\nflaky_models@7 {...}\n  7: 'r'\n"));
  }

  void theScriptOf2025Nov() {
    QString shared = qEnvironmentVariable("PLUMBLINE_SHARED");
    if (shared.isEmpty()) shared = QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared");
    const QStringList seeds = QDir(shared + QStringLiteral("/seeds")).entryList({QStringLiteral("000*")});
    if (seeds.isEmpty()) QSKIP("no ../shared/seeds here: the real script is not at hand");
    QFile file(shared + QStringLiteral("/seeds/") + seeds.first());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const qsizetype begin = text.indexOf("```python\n") + 10;
    const QByteArray script = text.mid(begin, text.indexOf("\n```", begin) - begin);
    const flaky::PythonSets sets = flaky::readPythonSets(script.toStdString());
    QVERIFY(sets.problems.empty());
    const flaky::FlakyModels models = sets.models();
    QCOMPARE(models.base.size(), std::size_t{6});
    QCOMPARE(models.rocm.size(), std::size_t{41});
    QCOMPARE(models.rocm.back(), std::string("openai/gpt-oss-20b"));
    QVERIFY(models.files.empty());
  }

  void findsTheCheckout() {
    const QTemporaryDir dir;
    const QDir root(dir.path());
    QVERIFY(root.mkpath(QStringLiteral("py/benchmarks/dynamo/ci_expected_accuracy/rocm")));
    const auto write = [&](const QString& path, const QByteArray& bytes) {
      QFile file(root.filePath(path));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(bytes);
    };
    const std::string expected =
        root.filePath(QStringLiteral("py/benchmarks/dynamo/ci_expected_accuracy/rocm/../rocm/x.csv")).toStdString();
    QVERIFY(!flaky::findCheckout(expected));
    write(QStringLiteral("py/benchmarks/dynamo/check_accuracy.py"), "flaky_models = {'a'}\n");
    auto found = flaky::findCheckout(expected);
    QVERIFY(found);
    QCOMPARE(QString::fromStdString(found->root), root.filePath(QStringLiteral("py")));
    QVERIFY(found->accuracy);
    QVERIFY(!found->graphBreaks);
    QCOMPARE(found->accuracy->source, std::string("flaky_models = {'a'}\n"));
    write(QStringLiteral("py/benchmarks/dynamo/check_graph_breaks.py"),
          QByteArray(int{flaky::kMaxScriptBytes} + 1, ' '));
    found = flaky::findCheckout(expected);
    QVERIFY(found->graphBreaks);
    QVERIFY(found->graphBreaks->problem);
    QCOMPARE(found->graphBreaks->problem->code, base::ErrorCode::TooLarge);
    QVERIFY(!flaky::findCheckout(""));
    QVERIFY(!flaky::findCheckout("/x.csv"));
  }
};

QTEST_GUILESS_MAIN(PythonSetsTest)
#include "python_sets_test.moc"
