// SPDX-License-Identifier: GPL-3.0-or-later
// Files and changes for the tests of unsaved edits.
#pragma once

#include <QDir>
#include <QTest>
#include <string>

#include "core/baselines/drafts.h"
#include "core/session/pending_edits.h"
#include "tests/support/test_folder.h"

namespace plumbline::test {

/// EditFolder holds the files of one test, and a state folder for journals.
class EditFolder : public support::TestFolder {
 public:
  QString state() const { return path(QStringLiteral("state")); }
  QStringList stateFiles() const { return QDir(state()).entryList(QDir::Files, QDir::Name); }
};

/// put replaces a piece of the pending bytes that stands there once; an empty piece means the end.
inline baselines::Change put(const session::PendingEdits& edits, const QString& path, const std::string& piece,
                             const std::string& by) {
  const std::string name = path.toStdString();
  const std::string& bytes = edits.drafts().find(name)->pending;
  const std::size_t at = piece.empty() ? bytes.size() : bytes.find(piece);
  if (at == std::string::npos) qFatal("the piece to replace is not there");
  return {"Put " + by, {{name, {{at, at + piece.size(), by}}}}, {}};
}

/// decided is a change that only decides.
inline baselines::Change decided(const QString& path, const std::string& model, baselines::DecisionKind kind,
                                 const std::string& note = {}) {
  return {"Decide " + model, {}, {{{path.toStdString(), model}, baselines::Decision{kind, "what", "a reason", note}}}};
}

/// nthChange is step number n of an endless series over two files of 20 rows "m0,pass,0": cells, now and then a
/// decision.
inline baselines::Change nthChange(const session::PendingEdits& edits, const QString& first, const QString& second, int n) {
  const QString& path = n % 3 == 1 ? second : first;
  const std::string model = "m" + std::to_string(n * 7 % 20);
  const std::string& bytes = edits.drafts().find(path.toStdString())->pending;
  const std::size_t begin = bytes.find("\n" + model + ",") + 1;
  const std::size_t end = bytes.find('\n', begin);
  baselines::Change change{"Step " + std::to_string(n), {}, {}};
  change.files.push_back({path.toStdString(), {{begin, end, model + ",pass," + std::to_string(n)}}});
  if (n % 4 == 0) change.decisions = decided(path, model, baselines::DecisionKind::Accepted, std::to_string(n)).decisions;
  return change;
}

/// pendingText is the whole state as text: files with edits, then decisions.
inline QByteArray pendingText(const session::PendingEdits& edits) {
  std::string out;
  for (const auto* file : edits.drafts().changed())
    out += file->path.substr(file->path.rfind('/') + 1) + "\n" + file->saved + "->\n" + file->pending;
  for (const auto& [key, decision] : edits.drafts().decisions())
    out += key.model + ": " + (decision.kind ? std::to_string(int(*decision.kind)) : "-") + " " + decision.what + ", " +
           decision.reason + ", " + decision.note + "\n";
  return QByteArray::fromStdString(out);
}

}  // namespace plumbline::test
