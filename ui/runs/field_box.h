// SPDX-License-Identifier: GPL-3.0-or-later
// One field of a form: its small quiet name above, below it what is wrong with it, when something is.
//
//   auto* box = new FieldBox(u"Repeats"_s, new QSpinBox, {u"--repeat"_s}, form);
//   box->setProblem(u"At most 9 repeats."_s);
#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/theme/theme.h"

class QHBoxLayout;
class QLabel;

namespace plumbline::ui {

class FieldBox : public QWidget {
  Q_OBJECT

 public:
  /// options are how the command line calls the field: errors name it so.
  FieldBox(const QString& title, QWidget* field, const QStringList& options, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// addBeside puts something at the right of the field.
  void addBeside(QWidget* widget);
  QWidget* field() const { return m_field; }
  QLabel* label() const { return m_label; }
  const QStringList& options() const { return m_options; }
  /// setProblem says what is wrong; "" nothing.
  void setProblem(const QString& text);
  QString problem() const { return m_problemText; }

 private:
  QWidget* m_field;
  QStringList m_options;
  QLabel* m_label;
  QLabel* m_problem;
  QString m_problemText;
  QHBoxLayout* m_line;
};

}  // namespace plumbline::ui
