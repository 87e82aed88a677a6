// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a new run: kind, presets, fields, and below them the commands and whether they can start. Nothing starts
// here; startRequested() has the spec.
//
//   auto* form = new RunForm(theme, prompt, presetFolder, page);
//   connect(form, &RunForm::startRequested, &queue, &RunQueue::add);
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/runs/executors/executor.h"
#include "core/runs/spec/run_spec.h"
#include "core/tasks/latest_runner.h"
#include "ui/theme/themed.h"

class QComboBox;
class QLabel;
class QScrollArea;
class QStackedLayout;
class QTabBar;
class QToolButton;
class QVBoxLayout;

namespace plumbline::ui {

// Presets: choose one, save the form under a name, remove one. Each is a file in a folder.
//
//   auto* bar = new PresetBar(folder, form);
//   connect(bar, &PresetBar::chosen, form, &RunForm::setSpec);

class PresetBar : public QWidget {
  Q_OBJECT

 public:
  explicit PresetBar(const QString& folder, QWidget* parent = nullptr);

  /// read reads the folder again; the typed name stays.
  void read();
  /// save writes the form's spec under the typed name, or under `proposal`.
  void save(const runs::RunSpec& spec, const QString& proposal);
  /// restore writes the preset that was removed last.
  void restore();
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void chosen(const plumbline::runs::RunSpec& spec, const QString& name);
  void saveRequested();
  void saved(const QString& name);
  void removed(const QString& name);
  void failed(const plumbline::base::Error& error);

 private:
  void removeNamed();
  void showNames(const QString& typed);
  void updateButtons();

  std::string m_folder;
  std::vector<runs::Preset> m_presets;
  runs::Preset m_removed;
  QComboBox* m_box;
  QToolButton* m_save;
  QToolButton* m_remove;
};

class FilePrompt;
class FormFields;
class PresetBar;
class ProbeController;
class ScriptLoader;
class ScriptForm;
class StartPanel;

class RunForm : public QWidget, public Themed {
  Q_OBJECT

 public:
  RunForm(const Theme& theme, FilePrompt& prompt, const QString& presetFolder, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void setSpec(const runs::RunSpec& spec);
  const runs::RunSpec& spec() const { return m_spec; }
  /// useScript fills the form with a repro script; python and target stay.
  void useScript(const QString& path, int repeats = 1);
  /// writeScript shows the form of a new script instead of the fields.
  void writeScript();
  bool isWritingScript() const;
  const std::optional<base::Error>& error() const { return m_error; }
  bool canStart() const;
  QString startProblem() const;  ///< why the run cannot start
  QString commands() const;
  bool hasMore() const { return m_withMore; }
  void setMore(bool shown);
  /// setActive: a form that is not visible probes no machine.
  void setActive(bool active);
  void focusFirst();
  StartPanel* panel() const { return m_panel; }
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  void start();
  void acceptProbe(const plumbline::runs::ProbeReport& report);
  void restorePreset();

 Q_SIGNALS:
  void startRequested(const plumbline::runs::RunSpec& spec);
  void probeRequested(const plumbline::runs::RunSpec& spec);
  void statusMessage(const QString& text);  ///< the result of the last action
  void presetRemoved(const QString& name);
  void failed(const plumbline::base::Error& error);
  void changed();
  void orderChanged();  ///< the focus order changed

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  void buildHead(QVBoxLayout& layout);
  void connectScript(FilePrompt& prompt);
  void leaveScript();
  void connectParts(FilePrompt& prompt);
  void chooseKind(int index);
  void readFields();
  void showRows();
  void showCommands();
  void showProblem();
  void showProbe();
  void readConfigs();
  void showConfigs(const QStringList& names);
  void showPartitions();

  runs::RunSpec m_spec;
  std::optional<base::Error> m_error;
  QLabel* m_title;
  PresetBar* m_presets;
  ScriptLoader* m_script;
  ScriptForm* m_newScript;
  QStackedLayout* m_pages = nullptr;  ///< the fields, or the form of a new script
  QTabBar* m_kinds;
  QScrollArea* m_area;
  FormFields* m_fields;
  StartPanel* m_panel;
  ProbeController* m_probe;
  std::string m_configCheckout;  ///< the checkout whose configs are offered
  tasks::LatestRunner<QStringList> m_configReader;
  bool m_withMore = false, m_filling = false, m_isTouched = false, m_startsAfterProbe = false;
};

}  // namespace plumbline::ui
