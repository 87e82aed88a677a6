// SPDX-License-Identifier: GPL-3.0-or-later
// Asks a spec's place whether it could start there, once the fields that matter for that rest for half a second; a spec
// that differs in other fields only keeps the answer it has.
//
//   connect(desk, &ProbeDesk::probeWanted, &queue, &RunQueue::probe);
//   connect(&queue, &RunQueue::probed, desk, &ProbeDesk::take);
//   desk->setSpec(spec);
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>

#include "core/runs/executor.h"

namespace plumbline::ui {

class ProbeDesk : public QObject {
  Q_OBJECT

 public:
  explicit ProbeDesk(QObject* parent = nullptr);

  /// setSpec takes the present spec; nothing when it cannot be run whatever the machine.
  void setSpec(const std::optional<runs::RunSpec>& spec);
  /// setActive: a page that nobody looks at asks nothing.
  void setActive(bool active);
  /// askAgain forgets the answer: the machine was mended meanwhile.
  void askAgain();
  bool isWaiting() const { return m_spec && !m_report; }
  const std::optional<runs::ProbeReport>& report() const { return m_report; }
  bool canStart() const { return m_spec && m_report && m_report->canStart(); }

  static constexpr int kRestMs = 500;

 public Q_SLOTS:
  void take(const plumbline::runs::ProbeReport& report);

 Q_SIGNALS:
  void probeWanted(const plumbline::runs::RunSpec& spec);
  void changed();  ///< waiting or not, or another answer

 private:
  void ask();

  QTimer m_rest;
  std::optional<runs::RunSpec> m_spec, m_asked;  ///< asked: what the answer is about
  std::optional<runs::ProbeReport> m_report;
  bool m_isActive = true, m_isAsking = false;
};

}  // namespace plumbline::ui
