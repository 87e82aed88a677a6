// SPDX-License-Identifier: GPL-3.0-or-later
// Where and why a model is called flaky: list, reason, issue, last day. One line of fields; what was said last stands in
// it the next time.
//
//   form->ask({.places = {u"check_accuracy.py, base set"_s}, .canExpire = {false}});
//   FlakyForm::Answer said = form->answer();
#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>

#include "core/baselines/decide.h"

class QComboBox;
class QLineEdit;

namespace plumbline::ui {

class FlakyForm : public QWidget {
  Q_OBJECT

 public:
  struct Question {
    QStringList places;
    QList<bool> canExpire;  ///< per place
  };
  struct Answer {
    int place = 0;
    baselines::FlakyWords words;
  };

  explicit FlakyForm(QWidget* parent = nullptr);
  /// ask fills in the places; the texts stay as they were left.
  void ask(const Question& question);
  Answer answer() const;
  void focusFirst();

 private:
  QList<bool> m_canExpire;
  QLineEdit* m_reason;  ///< made in the order in which Tab walks
  QComboBox* m_place;
  QLineEdit* m_issue;
  QLineEdit* m_expires;
};

}  // namespace plumbline::ui
