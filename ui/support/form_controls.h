// SPDX-License-Identifier: GPL-3.0-or-later
// Controls of the forms inside pages: text fields, numbers, choices, a command text, and a box that adds the field's
// name and its problem. All are as high as a line of text.
//
//   auto* box = new FieldBox(tr("Repeats"), new NumberField(1, 9), {u"--repeat"_s}, form);
//   box->setProblem(tr("At most 9 repeats."));
#pragma once

#include <QComboBox>
#include <QList>
#include <QSpinBox>
#include <QStringList>
#include <QTextEdit>
#include <QWidget>
#include <vector>

#include "ui/theme/themed.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace plumbline::session {
struct RuleOffer;
}

namespace plumbline::ui {

/// prepareTextField lets dragged files pass to the window, which opens them, and names the buttons inside the field for
/// screen readers.
void prepareTextField(QLineEdit& field);
/// nameField sets the name for screen readers, also of a combo box's parts, and the tooltip.
void nameField(QWidget& field, const QString& name, const QString& tooltip = {});
/// makeTextField returns a prepared text field with a name for screen readers.
QLineEdit* makeTextField(const QString& name, const QString& placeholder, QWidget* parent);

/// makePushButton returns a button that Enter presses only while it has the focus.
QPushButton* makePushButton(const QString& objectName, const QString& text, const QString& tooltip, QWidget* parent);
/// makeToolButton returns a button with an icon ("" for none) beside its text; one without text is named by its tooltip.
QToolButton* makeToolButton(const QString& text, const QString& iconName, const QString& tooltip, QWidget* parent);
/// makeIconButton returns a button without text; the tooltip is its name unless it has one.
QToolButton* makeIconButton(const QString& iconName, const QString& name, QWidget* parent, const QString& tooltip = {});
/// makeToggle returns one that stays pressed.
QToolButton* makeToggle(const QString& text, const QString& tooltip, QWidget* parent);
/// makeHeaderButton returns a flat icon button for the line above the pages; an action gives it icon and texts.
QToolButton* makeHeaderButton(const QString& objectName, QWidget* parent);
/// fillRuleChoice lists the rule sets and selects the one in use, with its origin as tooltip.
void fillRuleChoice(QComboBox& box, const std::vector<session::RuleOffer>& offers, const QString& usedId);

/// prepareFieldArea makes an area scroll its content up and down only, without a frame or a background of its own.
void prepareFieldArea(QScrollArea& area, QWidget* content);

/// NumberField is a spin box without buttons; the wheel scrolls the form instead of changing the number.
class NumberField : public QSpinBox {
  Q_OBJECT

 public:
  NumberField(int min, int max, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
};

/// ChoiceField is a combo box; the wheel scrolls the form instead of changing the choice.
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

/// FieldBox shows a field, its name above and its problem below.
class FieldBox : public QWidget, public Themed {
  Q_OBJECT

 public:
  /// options are the command-line options that errors name for this field.
  FieldBox(const QString& title, QWidget* field, const QStringList& options, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// addBeside adds a widget at the right of the field.
  void addBeside(QWidget* widget);
  QWidget* field() const { return m_field; }
  QLabel* label() const { return m_label; }
  const QStringList& options() const { return m_options; }
  /// setProblem shows an error below the field; "" hides it.
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
