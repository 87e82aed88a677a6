// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the form that the style draws unlike its text fields: a number without steps, a list one may type into, a
// text of commands. All as high as a line of text field.
//
//   auto* repeats = new NumberField(1, 9, form);
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QTextEdit>

namespace plumbline::ui {

class NumberField : public QSpinBox {
  Q_OBJECT

 public:
  NumberField(int least, int most, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
};

/// ChoiceField is a combo box; turning the wheel over it scrolls the form instead of changing what is chosen.
class ChoiceField : public QComboBox {
  Q_OBJECT

 public:
  explicit ChoiceField(bool editable, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
};

/// CommandText shows commands, one per block, wrapped between words only; what is selected is copied as it is run.
class CommandText : public QTextEdit {
  Q_OBJECT

 public:
  explicit CommandText(QWidget* parent = nullptr);
  void setCommands(const QString& lines);
  const QString& commands() const { return m_commands; }

 protected:
  QMimeData* createMimeDataFromSelection() const override;

 private:
  QString m_commands;
};

}  // namespace plumbline::ui
