// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/reason_memory.h"

#include "ui/triage/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr qsizetype kKept = 20;

}  // namespace

QStringList ReasonMemory::withThoseOf(const std::vector<std::string>& edits) const {
  QStringList all = m_reasons;
  for (const std::string& reason : edits)
    if (!all.contains(fromUtf8(reason))) all << fromUtf8(reason);
  return all;
}

void ReasonMemory::remember(const QString& reason) {
  m_reasons.removeAll(reason);
  m_reasons.prepend(reason);
  m_reasons = m_reasons.mid(0, kKept);
}

}  // namespace plumbline::ui
