// SPDX-License-Identifier: GPL-3.0-or-later
// A case of tests/data/cli/cases, laid out in a folder of its own where a command can run on it. case.json holds the words
// ("args"), what is expected, and "inputs": files of tests/data that several cases share, by the name they have in the case.
//
//   QTemporaryDir work;
//   const QJsonObject wanted = enterCase(kCases + "/same-all", work);
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <string>
#include <vector>

namespace plumbline::support {

/// enterCase copies the case and what it shares into `work`, and goes there. Gives case.json; {} when a file is missing.
inline QJsonObject enterCase(const QString& folder, const QTemporaryDir& work) {
  const auto copied = [](const QString& from, const QString& to) {
    return QDir().mkpath(QFileInfo(to).path()) && QFile::copy(from, to);
  };
  QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    const QString path = files.next();
    if (!copied(path, work.path() + path.mid(folder.size()))) return {};
  }
  QFile file(folder + QStringLiteral("/case.json"));
  if (!QDir::setCurrent(work.path()) || !file.open(QIODevice::ReadOnly)) return {};
  QJsonObject wanted = QJsonDocument::fromJson(file.readAll()).object();
  const QJsonObject inputs = wanted[QStringLiteral("inputs")].toObject();
  for (auto input = inputs.begin(); input != inputs.end(); ++input)
    if (!copied(QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/") + input.value().toString(), work.filePath(input.key()))) return {};
  return wanted;
}

/// wordsOf are the "args" of a case.
inline std::vector<std::string> wordsOf(const QJsonArray& array) {
  std::vector<std::string> words;
  for (const QJsonValue& word : array) words.push_back(word.toString().toStdString());
  return words;
}

}  // namespace plumbline::support
