// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of one model: a short phrase as a chip, and beneath it the sentence that says what it means.
#pragma once

#include <QWidget>

#include "core/verdicts/comparison.h"
#include "ui/theme/theme.h"

class QVBoxLayout;

namespace plumbline::ui {

class FindingList : public QWidget {
  Q_OBJECT

 public:
  explicit FindingList(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// show replaces the list by the findings of a row: bit per Finding.
  void show(std::uint16_t findings);

 private:
  Theme m_theme;
  QVBoxLayout* m_layout;
  std::uint16_t m_findings = 0;
};

}  // namespace plumbline::ui
