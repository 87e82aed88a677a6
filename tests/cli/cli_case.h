// SPDX-License-Identifier: GPL-3.0-or-later
// The cases of tests/data/cli: one text file per command (format: tests/support/sectioned_text.h), one case after another.
//
//   %% case accept-diff               its name, unique over all files
//   %% arguments                      words on one line separated by blanks, or one word per line
//   %% file e.csv                     an input; "file e.csv as OTHER-CASE/e.csv" shares one, "file m.txt from margins/m.txt"
//                                     takes it from tests/data
//   %% today 2026-01-31               also: columns 80, colour true, sha 0123
//   %% stdout                         what must be printed, byte for byte
//   %% stderr contains                a part of it; without this section standard error must be empty
//   %% written out.csv                a file the command must write
//   %% exit 1                         always the last
//
//   const CliCase one = cliCase("same-all");
//   QVERIFY(layOut(one, work.path()));          // and goes there
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QList>
#include <string>
#include <vector>

#include "tests/support/sectioned_text.h"

namespace plumbline::support {

inline const QString kDataFolder = QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/");

struct CliCase {
  QString source;  ///< the text file it stands in
  QByteArray name;
  std::vector<std::string> words = {};
  QHash<QString, QByteArray> files = {};
  QHash<QByteArray, QByteArray> settings = {};  ///< today, columns, colour, sha, flaky_list
  QByteArray out = {}, errPart = {}, writtenName = {}, written = {};
  int exit = -1;
  bool isComplete = true;  ///< every input it shares was found
};

inline std::vector<std::string> wordsFrom(const QByteArray& body) {
  QByteArrayList lines = body.split('\n');
  lines.removeLast();
  if (lines.size() == 1) lines = lines.first().split(' ');
  std::vector<std::string> words;
  for (const QByteArray& line : lines) words.push_back(line.toStdString());
  return words;
}

inline void readSection(const Section& section, CliCase& into, const QHash<QByteArray, QByteArray>& shared) {
  const QByteArray kind = section.kind(), argument = section.argument();
  if (kind == "arguments") into.words = wordsFrom(section.body);
  else if (kind == "stdout") into.out = section.decodedBody();
  else if (kind == "stderr") into.errPart = section.decodedBody().chopped(1);
  else if (kind == "exit") into.exit = argument.toInt();
  else if (kind == "written") {
    into.writtenName = argument;
    into.written = section.decodedBody();
  } else if (kind != "file") into.settings[kind] = argument;
  else if (const qsizetype as = argument.lastIndexOf(" as "); as >= 0) {
    into.isComplete = into.isComplete && shared.contains(argument.mid(as + 4));
    into.files[QString::fromUtf8(argument.left(as))] = shared.value(argument.mid(as + 4));
  } else if (const qsizetype from = argument.lastIndexOf(" from "); from >= 0) {
    QFile file(kDataFolder + QString::fromUtf8(argument.mid(from + 6)));
    into.isComplete = into.isComplete && file.open(QIODevice::ReadOnly);
    if (file.isOpen()) into.files[QString::fromUtf8(argument.left(from))] = file.readAll();
  } else into.files[QString::fromUtf8(argument)] = section.decodedBody();
}

/// cliCases reads all cases of all commands, sorted by file.
inline QList<CliCase> cliCases() {
  QList<CliCase> cases;
  const QDir folder(kDataFolder + QStringLiteral("cli"));
  for (const QString& name : folder.entryList({QStringLiteral("*.txt")}, QDir::Files, QDir::Name)) {
    QHash<QByteArray, QByteArray> shared;  // inputs by "case/file"
    for (const Section& section : readSections(folder.filePath(name)).sections) {
      if (section.kind() == "case") cases.append({.source = folder.filePath(name), .name = section.argument()});
      if (section.kind() == "case" || cases.isEmpty()) continue;
      readSection(section, cases.last(), shared);
      if (section.kind() == "file") shared[cases.last().name + '/' + section.argument()] = section.decodedBody();
    }
  }
  return cases;
}

/// cliCase returns one without a name when there is none of that name.
inline CliCase cliCase(const QByteArray& name) {
  for (const CliCase& each : cliCases())
    if (each.name == name) return each;
  return {};
}

/// layOut writes the inputs of a case into a folder and makes it the current one.
inline bool layOut(const CliCase& one, const QString& folder) {
  for (auto it = one.files.begin(); it != one.files.end(); ++it) {
    QFile file(folder + QLatin1Char('/') + it.key());
    if (!QDir().mkpath(QFileInfo(file).path()) || !file.open(QIODevice::WriteOnly)) return false;
    if (file.write(it.value()) != it.value().size()) return false;
  }
  return !one.name.isEmpty() && one.isComplete && QDir::setCurrent(folder);
}

/// approve writes the present output of a case into its text file.
inline bool approve(const CliCase& one, const QByteArray& out, const QByteArray& written) {
  SectionedText text = readSections(one.source);
  bool isInCase = false;
  for (Section& section : text.sections) {
    if (section.kind() == "case") isInCase = section.argument() == one.name;
    if (!isInCase) continue;
    if (section.kind() == "stdout") section.setBody(out);
    if (section.kind() == "written") section.setBody(written);
  }
  QFile file(one.source);
  const QByteArray bytes = text.toBytes();
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

}  // namespace plumbline::support
