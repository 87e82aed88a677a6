// SPDX-License-Identifier: GPL-3.0-or-later
// The text field of the bar above a table, and the button beside it that clears the whole bar. Enter, Down and Escape
// leave the field for the table.
//
//   auto* text = new FilterField({.placeholder = u"Filter: name"_s, .tooltip = u"Part of a name (/)"_s}, bar);
//   connect(text, &FilterField::leaveRequested, table, qOverload<>(&QWidget::setFocus));
#pragma once

#include <QLineEdit>

class QToolButton;

namespace plumbline::ui {

class FilterField : public QLineEdit {
  Q_OBJECT

 public:
  struct Labels {
    QString placeholder;
    QString tooltip;
    int minWidth = 140;
  };
  explicit FilterField(const Labels& labels, QWidget* parent = nullptr);

  /// words that are typed, without the blanks between them.
  QStringList words() const;
  /// focusAll is what the key for the filter does: typing replaces what stands there.
  void focusAll();

 Q_SIGNALS:
  void leaveRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

/// clearFilterButton is the button that clears everything a bar asks for; the bar says in `tooltip` what is shown then.
QToolButton* clearFilterButton(const QString& tooltip, QWidget* parent);

}  // namespace plumbline::ui
