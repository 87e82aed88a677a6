// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's tests put in place of a person: files to open and answers to questions.
#pragma once

#include <QList>
#include <QStringList>

#include "ui/support/file_prompt.h"

namespace plumbline::tests {

/// Answers file questions with what the test laid ready; an empty answer is a cancelled dialog.
class PreparedPrompt : public ui::FilePrompt {
 public:
  void request(QWidget*, const ui::FileRequest& question, Answer answer) override {
    questions.append(question);
    const QStringList paths = answers.isEmpty() ? QStringList() : answers.takeFirst();
    if (!paths.isEmpty()) answer(paths);
  }
  QList<ui::FileRequest> questions;
  QList<QStringList> answers;
};

/// Two models; one of them fails.
inline constexpr auto kActual = "name,accuracy\nalpha,pass\nbeta,fail_accuracy\n";
inline constexpr auto kExpected = "name,accuracy\nalpha,pass\nbeta,pass\n";

}  // namespace plumbline::tests
