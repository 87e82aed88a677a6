// SPDX-License-Identifier: GPL-3.0-or-later
// Presets: choose one, save the form under a name, remove one. Each is a file in a folder.
//
//   auto* bar = new PresetBar(folder, form);
//   connect(bar, &PresetBar::chosen, form, &RunForm::setSpec);
#pragma once

#include <QWidget>
#include <vector>

#include "core/runs/spec/presets.h"

class QComboBox;
class QToolButton;

namespace plumbline::ui {

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

}  // namespace plumbline::ui
