// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/why_controller.h"

#include <algorithm>

#include "ui/support/utf8_text.h"

namespace plumbline::ui {

WhyController::WhyController(runs::RunQueue& queue, QObject* parent)
    : QObject(parent), m_queue(queue), m_reader([this](base::Outcome<Step> step) { takeStep(std::move(step)); }) {
  connect(&queue, &runs::RunQueue::added, this, [this](const QString& run) {
    m_added << run;
    take(m_queue.queue());
  });
  connect(&queue, &runs::RunQueue::changed, this, [this](const runs::QueuePtr& now) {
    take(now);
    advance(now);
  });
}

/// take finds the search that a new run belongs to, or begins one.
void WhyController::take(const runs::QueuePtr& queue) {
  m_added.removeIf([&](const QString& id) {
    const runs::Run* run = runs::findRun(*queue, id.toStdString());
    if (run == nullptr) return false;
    const auto waiting = std::ranges::find_if(m_followed, [&](const Followed& one) {
      return one.run.empty() && one.search->next() && one.search->next()->script == run->spec.script &&
             one.search->next()->arguments == run->spec.arguments && one.search->next()->models == run->spec.models;
    });
    if (waiting != m_followed.end())
      waiting->run = run->id;
    else if (runs::isWhyRun(run->spec))
      m_followed.push_back({std::make_shared<runs::WhySearch>(run->spec), run->id});
    return true;
  });
}

void WhyController::advance(const runs::QueuePtr& queue) {
  if (m_reading) return;
  for (const Followed& one : m_followed) {
    const runs::Run* run = one.run.empty() ? nullptr : runs::findRun(*queue, one.run);
    if (run == nullptr || !run->isSaved) continue;
    m_reading = one.search;
    return m_reader.run([search = std::make_shared<runs::WhySearch>(*one.search), ended = *run](const base::Progress&) -> base::Outcome<Step> {
      search->finish(ended);
      return Step{search, search->next() ? QString() : fromUtf8(runs::whyText(search->page()))};
    });
  }
}

void WhyController::takeStep(base::Outcome<Step> step) {
  const auto one = std::ranges::find(m_followed, std::exchange(m_reading, nullptr), &Followed::search);
  if (one == m_followed.end()) return;
  if (step.isValue() && step.value().search->next()) {
    *one = {step.value().search, {}};
    m_queue.add(*one->search->next());
  } else {
    m_followed.erase(one);
    if (step.isValue())
      Q_EMIT pageReady(fromUtf8(step.value().search->page().model), step.value().page, step.value().search->isPass());
  }
  advance(m_queue.queue());
}

}  // namespace plumbline::ui
