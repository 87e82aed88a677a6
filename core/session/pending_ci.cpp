// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pending_ci.h"

#include <algorithm>

#include "core/overview/headline.h"
#include "core/session/commit_session.h"
#include "core/session/pending_edits.h"
#include "core/session/session.h"

namespace plumbline::session {
namespace {

bool isScript(const baselines::Drafts::File* file) { return file->path.ends_with(".py"); }

/// unreadText names an edited check script whose list the rules in use do not read; "" where they do.
std::string unreadText(const verdicts::RuleSet& rules, const baselines::Drafts& drafts) {
  const auto changed = drafts.changed();
  const auto script = std::ranges::find_if(changed, isScript);
  if (script == changed.end() || rules.generation.starts_with("checkout")) return {};
  return "; the rules " + rules.generation + " do not read " + (*script)->path.substr((*script)->path.find_last_of('/') + 1);
}

}  // namespace

PendingCi::PendingCi(const Parts& parts, QObject* parent)
    : QObject(parent), m(parts),
      m_runner(
          [this](const base::Outcome<Answer>& answer) {
            Q_EMIT busyChanged(false);
            if (!answer.isValue()) return show({}, false, nullptr);
            const auto& [change, configs] = answer.value();
            std::string text = baselines::ciText(change);
            if (configs) text += unreadText(*m.commit.snapshot()->view->options().rules, m.edits.drafts());
            else if (const auto pair = m.session.snapshot()) text += unreadText(*pair->comparison->options().rules, m.edits.drafts());
            show(QString::fromStdString(text), change.after.fails, configs);
          },
          [this](quint64 done, quint64 total) { Q_EMIT progress(done, total); }) {
  constexpr int kSoonMs = 100;
  m_soon.setSingleShot(true);
  m_soon.setInterval(kSoonMs);
  connect(&m_soon, &QTimer::timeout, this, &PendingCi::refresh);
  connect(&m.edits, &PendingEdits::changed, &m_soon, qOverload<>(&QTimer::start));
  connect(&m.session, &Session::snapshotChanged, this, &PendingCi::refresh);
  connect(&m.commit, &CommitSession::snapshotChanged, this, &PendingCi::refresh);
}

void PendingCi::refresh() {
  const CommitSnapshotPtr commit = m.commit.snapshot();
  const SnapshotPtr pair = m.session.snapshot();
  const auto isChanged = [this](const std::string& path) {
    const baselines::Drafts::File* file = m.edits.drafts().find(path);
    return file != nullptr && file->isChanged();
  };
  const bool anyScript = std::ranges::any_of(m.edits.drafts().changed(), isScript);
  const bool ofCommit =
      commit && (anyScript || std::ranges::any_of(commit->view->configs(), isChanged, &overview::ConfigResult::baselinePath));
  if (!ofCommit && !(pair && (anyScript || isChanged(pair->expected.path)))) return cancel();
  using Change = base::Outcome<Answer>;
  if (ofCommit)
    m_runner.run([commit, drafts = m.edits.drafts().changedFiles()](const base::Progress& progress) -> Change {
      const auto configs = std::make_shared<overview::PendingConfigs>();
      const baselines::CiChange change = overview::ciChange(*commit->view, drafts, progress, configs.get());
      if (progress.stopRequested()) return base::Cancelled{};
      return Answer{change, configs};
    });
  else
    m_runner.run([pair, drafts = m.edits.drafts().changedFiles()](const base::Progress& progress) -> Change {
      const baselines::CiChange change = baselines::ciChange(*pair->comparison, pair->expected.path, drafts, progress);
      if (progress.stopRequested()) return base::Cancelled{};
      return Answer{change};
    });
  Q_EMIT busyChanged(true);
}

void PendingCi::cancel() {
  m_runner.cancel();
  Q_EMIT busyChanged(false);
  show({}, false, nullptr);
}

void PendingCi::show(const QString& text, bool fails, const overview::PendingConfigsPtr& configs) {
  if (configs || m_configs) {
    m_configs = configs;
    Q_EMIT configsChanged();
  }
  if (text == m_text) return;
  m_text = text;
  m_fails = fails;
  Q_EMIT changed(m_text, m_fails);
}

}  // namespace plumbline::session
