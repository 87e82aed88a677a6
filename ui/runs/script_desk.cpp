// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/script_desk.h"

namespace plumbline::ui {

ScriptDesk::ScriptDesk(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<runs::ReproScript> read) {
        m_isReading = false;
        m_script.reset();
        m_error.reset();
        if (read.isValue()) m_script = read.value();
        if (read.isError()) m_error = read.error();
        Q_EMIT changed();
      }) {}

void ScriptDesk::look(const std::string& path) {
  if (path == m_path) return;
  m_path = path;
  m_script.reset();
  m_error.reset();
  if (!path.empty()) return lookAgain();
  m_runner.cancel();
  m_isReading = false;
}

void ScriptDesk::lookAgain() {
  if (m_path.empty()) return;
  m_isReading = !m_script;  // what is known stays until it is known better
  m_runner.run([path = m_path](const base::Progress&) -> base::Outcome<runs::ReproScript> {
    auto script = runs::readReproScript(path);
    if (!script) return script.error();
    return *std::move(script);
  });
}

}  // namespace plumbline::ui
