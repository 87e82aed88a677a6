// SPDX-License-Identifier: GPL-3.0-or-later
// A review page over edits that a test makes: baselines as they lie in a checkout, a prompt that answers by itself.
#pragma once

#include <QList>

#include "core/session/pending_edits.h"
#include "tests/core/session/edit_files.h"
#include "ui/review/review_page.h"
#include "ui/support/edit_stack.h"
#include "ui/support/file_prompt.h"

namespace plumbline::test {

class AnsweringPrompt : public ui::FilePrompt {
 public:
  void request(QWidget*, const ui::FileRequest& question, Answer answer) override {
    asked << question;
    if (!path.isEmpty()) answer({path});
  }
  QString path;
  QList<ui::FileRequest> asked;
};

/// spaced gives a baseline with three empty lines between its rows, as PyTorch's own have.
inline QByteArray spaced(const QList<QByteArray>& rows) {
  QByteArray bytes = "name,accuracy,graph_breaks\n";
  for (const QByteArray& row : rows) bytes += "\n\n\n" + row + '\n';
  return bytes;
}

inline QList<QByteArray> manyRows(int count) {
  QList<QByteArray> rows;
  for (int i = 0; i < count; ++i) rows << "model_" + QByteArray::number(i).rightJustified(4, '0') + ",pass," + QByteArray::number(i % 9);
  return rows;
}

struct ReviewDesk {
  explicit ReviewDesk(ui::Scheme scheme = ui::Scheme::Light, const QFont& font = {})
      : edits(folder.state()), stack(edits), page(ui::Theme::load(scheme, font), edits, stack, prompt) {}

  /// edit opens a file when needed and replaces a piece of it, as one step.
  bool edit(const QString& path, const std::string& piece, const std::string& by, const std::string& model = {},
            const std::string& what = {}, const std::string& reason = {}) {
    if (!edits.openFile(path)) return false;
    baselines::Change change = put(edits, path, piece, by);
    if (!model.empty())
      change.decisions.push_back({{path.toStdString(), model}, baselines::Decision{baselines::DecisionKind::Accepted, what, reason, {}}});
    return stack.push(change).has_value();
  }

  EditFolder folder;
  session::PendingEdits edits;
  ui::EditStack stack;
  AnsweringPrompt prompt;
  ui::ReviewPage page;
};

}  // namespace plumbline::test
