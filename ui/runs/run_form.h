// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a new run: kind, presets, fields, and below them what it will run and whether it can. Nothing starts
// here; startWanted() hands the spec on.
//
//   auto* form = new RunForm(theme, prompt, presetFolder, page);
//   connect(form, &RunForm::startWanted, &queue, &RunQueue::add);
#pragma once

#include <QByteArray>
#include <QWidget>
#include <optional>

#include "core/runs/executor.h"
#include "ui/theme/theme.h"

class QLabel;
class QVBoxLayout;
class QScrollArea;
class QStackedLayout;
class QTabBar;

namespace plumbline::ui {

class FieldBox;
class FilePrompt;
class FormFields;
class KnownConfigs;
class PresetBar;
class ProbeDesk;
class ScriptDesk;
class ScriptForm;
class StartPanel;

class RunForm : public QWidget {
  Q_OBJECT

 public:
  RunForm(const Theme& theme, FilePrompt& prompt, const QString& presetFolder, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setSpec(const runs::RunSpec& spec);
  const runs::RunSpec& spec() const { return m_spec; }
  /// useScript turns the form to a repro script, `repeats` times; python, place and the like stay as they are.
  void useScript(const QString& path, int repeats = 1);
  /// writeScript shows the form of a new script in the place of the fields.
  void writeScript();
  bool isWritingScript() const;
  const std::optional<base::Error>& error() const { return m_error; }
  bool canStart() const;
  QString whyNot() const;  ///< a sentence for a run that cannot start
  QString commands() const;
  bool hasMore() const { return m_withMore; }
  void setMore(bool shown);
  /// setActive: what nobody sees asks no machine.
  void setActive(bool active);
  void focusFirst();
  StartPanel* panel() const { return m_panel; }
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  void start();
  void takeProbe(const plumbline::runs::ProbeReport& report);
  void restorePreset();

 Q_SIGNALS:
  void startWanted(const plumbline::runs::RunSpec& spec);
  void probeWanted(const plumbline::runs::RunSpec& spec);
  void told(const QString& text);  ///< what just happened
  void presetRemoved(const QString& name);
  void failed(const plumbline::base::Error& error);
  void changed();
  void orderChanged();  ///< Tab shall walk another way

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build(FilePrompt& prompt);
  void buildHead(QVBoxLayout& layout);
  void connectScript(FilePrompt& prompt);
  void leaveScript();
  void connectParts(FilePrompt& prompt);
  void chooseKind(int index);
  void readFields();
  void showRows();
  void showCommands();
  void showProblem();
  void showConfigs();
  void showPartitions();

  Theme m_theme;
  runs::RunSpec m_spec;
  std::optional<base::Error> m_error;
  QLabel* m_title;
  PresetBar* m_presets;
  ScriptDesk* m_script;
  ScriptForm* m_newScript;
  QStackedLayout* m_pages = nullptr;  ///< the fields, or the form of a new script
  QTabBar* m_kinds;
  QScrollArea* m_area;
  FormFields* m_fields;
  StartPanel* m_panel;
  ProbeDesk* m_probe;
  KnownConfigs* m_configs;
  bool m_withMore = false, m_filling = false, m_isTouched = false;
};

}  // namespace plumbline::ui
