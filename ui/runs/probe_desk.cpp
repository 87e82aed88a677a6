// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/probe_desk.h"

namespace plumbline::ui {
namespace {

/// mattering leaves only what the machine is asked about.
runs::RunSpec mattering(const runs::RunSpec& spec) {
  runs::RunSpec key;
  key.kind = spec.kind;
  key.checkout = spec.checkout;
  key.python = spec.python;
  key.suite = spec.suite;
  key.config = spec.config;
  key.device = spec.device;
  key.mode = spec.mode;
  if (!spec.command.empty()) key.command = {spec.command.front()};
  key.environment = spec.environment;
  key.workingFolder = spec.workingFolder;
  key.output = spec.output;
  key.place = spec.place;
  return key;
}

}  // namespace

ProbeDesk::ProbeDesk(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(kRestMs);
  connect(&m_rest, &QTimer::timeout, this, &ProbeDesk::ask);
}

void ProbeDesk::setSpec(const std::optional<runs::RunSpec>& spec) {
  m_spec = spec;
  if (!spec) {
    m_rest.stop();
    m_isAsking = false;
    m_asked.reset();
    m_report.reset();
  }
  if (spec && (!m_asked || *m_asked != mattering(*spec))) {
    m_asked = mattering(*spec);
    m_report.reset();
    m_isAsking = false;  // an answer that comes now is about something else
    if (m_isActive) m_rest.start();
  }
  Q_EMIT changed();
}

void ProbeDesk::setActive(bool active) {
  m_isActive = active;
  if (active && isWaiting() && !m_isAsking) m_rest.start();
  if (!active) m_rest.stop();
}

void ProbeDesk::askAgain() {
  m_asked.reset();
  setSpec(std::optional(m_spec));
}

void ProbeDesk::ask() {
  if (!m_spec) return;
  m_isAsking = true;
  Q_EMIT probeWanted(*m_spec);
}

void ProbeDesk::take(const runs::ProbeReport& report) {
  if (!m_isAsking) return;
  m_isAsking = false;
  m_report = report;
  Q_EMIT changed();
}

}  // namespace plumbline::ui
