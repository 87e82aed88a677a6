// SPDX-License-Identifier: GPL-3.0-or-later
// The form's fields of a repro script: which one, what it is, and those of its options that its form has for the chosen
// command.
//
//   fields->showScript(desk);           // the summary, and which options there are
//   runs::ReproOptions options = fields->options();
#pragma once

#include <QList>
#include <QWidget>
#include <optional>

#include "core/runs/repro_options.h"
#include "ui/runs/field_box.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace plumbline::ui {

class ScriptDesk;

class ReproFields : public QWidget {
  Q_OBJECT

 public:
  explicit ReproFields(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// showScript says what the script is, and shows the options of its form.
  void showScript(const ScriptDesk& desk);
  /// options are those of the fields that can be seen; the others are left to the script.
  runs::ReproOptions options() const;
  void setOptions(const runs::ReproOptions& options);
  const QList<FieldBox*>& boxes() const { return m_boxes; }
  QString summary() const;

  QLineEdit* script;
  QToolButton *choose, *write;

 Q_SIGNALS:
  void changed();

 private:
  struct Option {
    QStringList flags;  ///< those of core/runs that the field stands for
    FieldBox* box;
  };
  void makeWidgets();
  void makeRows();
  FieldBox* box(const QString& title, QWidget* field, const QStringList& flags);
  void row(const QList<FieldBox*>& boxes);
  void offerCommands();
  void showOptions();
  void say(const QStringList& quiet, const QStringList& warnings);
  bool has(const QWidget* field) const;

  std::optional<Theme> m_theme;  ///< none before the first setTheme
  QVBoxLayout* m_layout;
  QLabel* m_summary;
  QComboBox *m_command, *m_accuracy, *m_saveDir, *m_autocast, *m_tracing, *m_isolate;
  QLineEdit *m_backend, *m_check;
  QSpinBox* m_granularity;
  QCheckBox *m_onlyFwd, *m_skipEager, *m_offload, *m_skipSanity, *m_skipInductor, *m_skipFloat64, *m_skipDeterministic,
      *m_stableHash;
  QList<FieldBox*> m_boxes;
  QList<Option> m_options;
  struct Row {
    QWidget* widget;
    QList<FieldBox*> boxes;
  };
  QList<Row> m_rows;
  QStringList m_quiet, m_warnings;
  runs::ReproForm m_form = runs::ReproForm::AfterDynamo;
  bool m_isKnown = false;  ///< a script was read, and takes options
};

}  // namespace plumbline::ui
