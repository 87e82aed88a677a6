// SPDX-License-Identifier: GPL-3.0-or-later
// A file prompt that a test answers beforehand.
//
//   PreparedPrompt prompt;  prompt.answer = {path};
#pragma once

#include <QList>
#include <QStringList>

#include "ui/support/file_prompt.h"

namespace plumbline::testing {

class PreparedPrompt : public ui::FilePrompt {
 public:
  void request(QWidget* , const ui::FileRequest& question, Answer given) override {
    questions << question;
    if (!answer.isEmpty()) given(answer);
  }
  QStringList answer;  ///< empty: the person cancels
  QList<ui::FileRequest> questions;
};

}  // namespace plumbline::testing
