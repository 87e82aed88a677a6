// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a new repro script of the after_dynamo form: a model by its import path, and its inputs. Shows the script
// while it is filled in; writes nothing before a file is chosen.
//
//   auto* form = new ScriptForm(theme, prompt, parent);
//   connect(form, &ScriptForm::written, runForm, &RunForm::useScript);
#pragma once

#include <QList>
#include <QWidget>
#include <optional>

#include "core/runs/repro/repro_script.h"
#include "core/runs/repro/repro_text.h"
#include "ui/theme/themed.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace plumbline::ui {

class FieldBox;
class FilePrompt;

class ScriptForm : public QWidget, public Themed {
  Q_OBJECT

 public:
  ScriptForm(const Theme& theme, FilePrompt& prompt, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void focusFirst();
  /// repro is the content of the fields; text its script, "" while something is missing.
  const runs::NewRepro& repro() const { return m_repro; }
  QString text() const { return m_text; }
  const std::optional<base::Error>& error() const { return m_error; }
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  /// write lets the user choose a file, and writes the script there.
  void write();
  void addInput();

 Q_SIGNALS:
  void written(const QString& path);
  void failed(const plumbline::base::Error& error);
  void closed();  ///< without writing
  void orderChanged();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Input {
    QWidget* row;
    QLineEdit* shape;
    QComboBox *dtype, *device;
    QCheckBox* gradient;
    QToolButton* remove;
  };
  void build();
  QWidget* buildFields();
  QLayout* buildFoot();
  void connectParts();
  void removeInput(QWidget* row);
  void numberInputs();
  void fitPreview();
  void read();
  void readTouched();  ///< the user changed a text: problems are shown as errors

  Theme m_theme;
  FilePrompt& m_prompt;
  QLabel *m_title, *m_inputsTitle, *m_problem;
  QLineEdit *m_module, *m_expression, *m_backend;
  QComboBox* m_accuracy;
  QCheckBox* m_autocast;
  QLineEdit *m_device, *m_dtype, *m_tolerance, *m_seed;
  QVBoxLayout* m_inputRows;
  QToolButton *m_back, *m_add;
  QPlainTextEdit* m_preview;
  QPushButton* m_save;
  QList<FieldBox*> m_boxes;
  QList<Input> m_inputs;
  runs::NewRepro m_repro;
  std::optional<base::Error> m_error;
  QString m_text;
  bool m_isTouched = false;
};

}  // namespace plumbline::ui
