// SPDX-License-Identifier: GPL-3.0-or-later
// The head of the details: name, dtypes and shapes; verdict with the step that decided, and the margin as a bar.
#pragma once

#include <QWidget>

#include "ui/numerics/details/tensor_details.h"

namespace plumbline::ui {

class ElidedLabel;

class TensorHead : public QWidget {
  Q_OBJECT

 public:
  explicit TensorHead(const Theme& theme, QWidget* parent = nullptr);
  void showSubject(const TensorSubject& subject);
  void clear();
  /// setProgress shows the progress of the figures in percent; -1: nothing is computed.
  void setProgress(int percent);
  QString verdictText() const;
  QString factsText() const;

 private:
  class VerdictLine;
  ElidedLabel* m_name;
  ElidedLabel* m_facts;
  ElidedLabel* m_progress;
  VerdictLine* m_verdict;
};

}  // namespace plumbline::ui
