// SPDX-License-Identifier: GPL-3.0-or-later
// Works out the rows of a state: at once where that is quick, off the GUI thread where it is not; an outdated answer is
// dropped. What does not depend on thresholds is kept while runs and sides stay.
//
//   connect(maker, &RowsMaker::made, page, [&](const MadeRows& made) { model.setRows(made.rows); });
//   maker->make(state);
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "core/diff/hud_summary.h"
#include "core/session/compare_session.h"
#include "core/tasks/latest_runner.h"
#include "ui/compare/compare_model.h"

namespace plumbline::ui {

struct MadeRows {
  DiffRowsPtr rows;
  std::shared_ptr<const std::vector<diff::SummaryLine>> summary;  ///< never null
  std::shared_ptr<const diff::WhatIf> whatIf;
};

class RowsMaker : public QObject {
  Q_OBJECT

 public:
  /// Up to this many readings are looked at in place.
  static constexpr std::size_t kAtOnce = 200'000;

  explicit RowsMaker(QObject* parent = nullptr);
  /// make answers with made(), before it returns or later. A state without runs gives null rows.
  void make(const session::CompareStatePtr& state);

 Q_SIGNALS:
  void made(const plumbline::ui::MadeRows& rows);

 private:
  void deliver(MadeRows rows);

  MadeRows m_last;
  tasks::LatestRunner<MadeRows> m_runner;
};

}  // namespace plumbline::ui
