// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/siblings/sibling_controller.h"

#include <utility>

#include "core/configs/config.h"
#include "core/overview/open_commit.h"
#include "core/session/pending_edits.h"
#include "ui/support/edit_stack.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using overview::ConfigResult;
using overview::SiblingProposal;

SiblingController::SiblingController(EditStack& stack, QObject* parent) : QObject(parent), m_stack(stack) {
  connect(&stack.edits(), &session::PendingEdits::changed, this, [this] {
    if (!m_own) return;
    read();
    Q_EMIT changed();
  });
}

void SiblingController::setSource(Source source) {
  m_source = std::move(source);
  refresh();
}

void SiblingController::setSnapshot(const session::SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  refresh();
}

void SiblingController::refresh() {
  const std::string path = pairPath();
  m_view = m_source && !path.empty() ? m_source(path) : nullptr;
  m_own = m_view ? overview::configOfFile(*m_view, path) : std::nullopt;
  m_siblings.clear();
  if (m_own) {
    std::vector<configs::Config> all;
    for (const ConfigResult& config : m_view->configs()) all.push_back(config.config);
    for (const configs::Sibling& sibling : configs::siblingsOf(all[*m_own], all))
      if (!m_view->configs()[sibling.index].baselinePath.empty())
        m_siblings.push_back({static_cast<std::uint32_t>(sibling.index), QString::fromStdString(sibling.words)});
  }
  read();
  Q_EMIT changed();
}

/// drafts is a copy to try things on. The view may spell the open baseline's path in another way than the pair does.
baselines::Drafts SiblingController::drafts() const {
  baselines::Drafts copy = m_stack.edits().drafts();
  const std::string& spelled = m_view->configs()[*m_own].baselinePath;
  const baselines::Drafts::File* own = copy.find(pairPath());
  if (own && spelled != own->path) {
    baselines::Drafts::File same = *own;
    same.path = spelled;
    copy.adopt(std::move(same));
  }
  return copy;
}

void SiblingController::read() {
  m_proposals.clear();
  m_offer = {};
  if (!m_own || m_siblings.empty()) return;
  const baselines::Drafts::File* file = m_stack.edits().drafts().find(pairPath());
  if (!file || !file->isChanged()) return;
  baselines::Drafts copy = drafts();
  const auto edits = overview::editsIn(*m_view, copy, m_view->configs()[*m_own].config);
  if (edits.empty()) return;
  m_proposals = overview::proposeSiblings(*m_view, edits, copy);
  m_offer = overview::offerOf(m_proposals);
}

SiblingController::Proposals SiblingController::proposalsFor(const std::string& model,
                                                 std::vector<std::pair<std::string, std::string>> cells) const {
  if (!m_own || m_siblings.empty() || cells.empty()) return {};
  baselines::Drafts copy = drafts();
  return overview::proposeSiblings(*m_view, {{m_view->configs()[*m_own].config, model, std::move(cells)}}, copy);
}

QString SiblingController::fileOf(const SiblingProposal& proposal) const {
  return QString::fromStdString(configs::baselineFile(m_view->configs().at(proposal.config).config));
}

QString SiblingController::pathOf(const SiblingProposal& proposal) const {
  return pathText(m_view->configs().at(proposal.config).baselinePath);
}

std::string SiblingController::reasonFor(const Proposals& chosen) const {
  return overview::sharedReason(m_stack.edits().drafts().decisions(), pairPath(), chosen);
}

base::Result<void> SiblingController::apply(const Proposals& chosen, const std::string& reason) {
  for (const SiblingProposal& proposal : chosen) {
    const auto file = m_stack.edits().openFile(pathOf(proposal));
    if (!file) return base::fail(file.error());
  }
  baselines::Drafts copy = drafts();
  const auto change = overview::applySiblings(*m_view, chosen, copy, reason);
  if (!change) return base::fail(change.error());
  return m_stack.push(*change);
}

}  // namespace plumbline::ui
