// SPDX-License-Identifier: GPL-3.0-or-later
// Continues the runs that ask why a model fails: minifies the script that such a run leaves, reproduces the smallest one,
// and emits the page of what was found. Only runs that were queued by this program are followed.
//
//   auto* why = new WhyController(queue, this);
//   connect(why, &WhyController::pageReady, this, [&](const QString& page) { show(page); });
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "core/runs/engine/run_queue.h"
#include "core/runs/repro/why_search.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

class WhyController : public QObject {
  Q_OBJECT

 public:
  explicit WhyController(runs::RunQueue& queue, QObject* parent = nullptr);

 Q_SIGNALS:
  /// pageReady: `page` is whyText; `isPass` when the model passes.
  void pageReady(const QString& model, const QString& page, bool isPass);

 private:
  using SearchPtr = std::shared_ptr<runs::WhySearch>;
  struct Step {
    SearchPtr search;
    QString page;  ///< "" while the search goes on
  };
  struct Followed {
    SearchPtr search;
    std::string run;  ///< id of the run of search->next(); "" until it is queued
  };
  void take(const runs::QueuePtr& queue);
  void advance(const runs::QueuePtr& queue);
  void takeStep(base::Outcome<Step> step);

  runs::RunQueue& m_queue;
  QStringList m_added;                ///< queued by this program, not seen in the queue yet
  std::vector<Followed> m_followed;
  SearchPtr m_reading;                ///< whose run is being read
  tasks::LatestRunner<Step> m_reader;
};

}  // namespace plumbline::ui
