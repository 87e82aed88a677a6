// SPDX-License-Identifier: GPL-3.0-or-later
// The reasons that somebody gave for accepting, newest first: offered again at the next question.
//
//   ReasonMemory reasons;  reasons.set(fromSettings);
//   question.suggestions = reasons.withThoseOf(desk.reasons());
//   reasons.remember(typed);
#pragma once

#include <QStringList>
#include <string>
#include <vector>

namespace plumbline::ui {

class ReasonMemory {
 public:
  /// set takes the reasons of earlier sessions.
  void set(const QStringList& reasons) { m_reasons = reasons; }
  const QStringList& all() const { return m_reasons; }
  /// withThoseOf has the remembered ones first, then those of the edits that are not among them.
  QStringList withThoseOf(const std::vector<std::string>& edits) const;
  void remember(const QString& reason);

 private:
  QStringList m_reasons;
};

}  // namespace plumbline::ui
