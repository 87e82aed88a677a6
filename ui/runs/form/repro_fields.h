// SPDX-License-Identifier: GPL-3.0-or-later
// The form's fields of a repro script: its path, a summary, and the options that it has for the chosen command.
//
//   fields->showScript(loader);           // the summary, and which options there are
//   runs::ReproOptions options = fields->options();
#pragma once

#include <QList>
#include <QObject>
#include <QWidget>
#include <optional>
#include <string>

#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/repro_script.h"
#include "core/tasks/latest_runner.h"
#include "ui/support/form_controls.h"
#include "ui/theme/themed.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace plumbline::ui {

class ColoredLabel;

/// ScriptLoader reads the repro script named in the form on a worker thread.
///
///   connect(loader, &ScriptLoader::changed, form, [=] { if (loader->script()) show(*loader->script()); });
///   loader->load("/models/repro.py");

class ScriptLoader : public QObject {
  Q_OBJECT

 public:
  explicit ScriptLoader(QObject* parent = nullptr);

  /// load reads another script; nothing happens for the same path. "" forgets the script.
  void load(const std::string& path);
  /// reload reads the script again; it may have changed.
  void reload();
  bool isReading() const { return m_isReading; }
  const std::string& path() const { return m_path; }
  /// script is the content of path(); nullopt until it is read, and when it cannot be read.
  const std::optional<runs::ReproScript>& script() const { return m_script; }
  const std::optional<base::Error>& error() const { return m_error; }

 Q_SIGNALS:
  void changed();

 private:
  std::string m_path;
  bool m_isReading = false;
  std::optional<runs::ReproScript> m_script;
  std::optional<base::Error> m_error;
  tasks::LatestRunner<runs::ReproScript> m_runner;
};

class ScriptLoader;

class ReproFields : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit ReproFields(QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// showScript shows the summary of the script and the options of its form.
  void showScript(const ScriptLoader& loader);
  /// options are those of the visible fields; the others have their defaults.
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
    QStringList flags;  ///< the options in core/runs that the field sets
    FieldBox* box;
  };
  void createFields();
  void createRows();
  FieldBox* box(const QString& title, QWidget* field, const QStringList& flags);
  void row(const QList<FieldBox*>& boxes);
  void fillCommands();
  void showOptions();
  void showSummary(const QStringList& quiet, const QStringList& warnings);
  bool has(const QWidget* field) const;

  std::optional<Theme> m_theme;  ///< nullopt before the first setTheme
  QVBoxLayout* m_layout;
  ColoredLabel* m_summary;
  QComboBox *m_command, *m_accuracy, *m_saveDir, *m_autocast, *m_tracing, *m_isolate;
  QLineEdit *m_backend, *m_check;
  QSpinBox* m_granularity;
  QCheckBox *m_onlyFwd, *m_skipEager, *m_offload, *m_skipSanity, *m_skipInductor, *m_skipFloat64, *m_skipDeterministic,
      *m_stableHash, *m_keepSettings;
  FieldBox* m_keepBox;
  QList<FieldBox*> m_boxes;
  QList<Option> m_options;
  struct Row {
    QWidget* widget;
    QList<FieldBox*> boxes;
  };
  QList<Row> m_rows;
  QStringList m_quiet, m_warnings;
  runs::ReproForm m_form = runs::ReproForm::AfterDynamo;
  bool m_isKnown = false;  ///< a script was read, and has options
};

}  // namespace plumbline::ui
