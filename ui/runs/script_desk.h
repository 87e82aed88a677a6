// SPDX-License-Identifier: GPL-3.0-or-later
// The repro script that the form names, read off the window's thread: being read, read, or why it cannot be.
//
//   connect(desk, &ScriptDesk::changed, form, [=] { if (desk->script()) show(*desk->script()); });
//   desk->look("/models/repro.py");
#pragma once

#include <QObject>
#include <optional>
#include <string>

#include "core/runs/repro_script.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

class ScriptDesk : public QObject {
  Q_OBJECT

 public:
  explicit ScriptDesk(QObject* parent = nullptr);

  /// look reads another script; the same one is not read again. "" forgets it.
  void look(const std::string& path);
  /// lookAgain reads it once more: it may have changed.
  void lookAgain();
  bool isReading() const { return m_isReading; }
  const std::string& path() const { return m_path; }
  /// script is what was read of path(); nothing while it is read, and when it cannot be.
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

}  // namespace plumbline::ui
