// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about the current model: the sentence, the findings, both raw rows, the scripts' own lines, and in tabs what
// each check printed for the whole pair.
//
//   panel->show(snapshot, sourceRow);
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "core/session/snapshot.h"
#include "ui/theme/theme.h"
#include "ui/triage/sibling_rows.h"

class QLabel;
class QTabWidget;

namespace plumbline::ui {

class DecisionView;
class ElidedLabel;
class FindingList;
class RawRowsModel;
class RawRowsView;
class ScriptOutputs;
class SiblingRowsModel;
class SiblingRowsView;
class WrappedLines;
struct DecisionWords;

class DetailsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DetailsPanel(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// show describes a row of the snapshot's comparison; kNoRow when none is current.
  void show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow);
  /// focusFirst puts the keyboard into the panel.
  void focusFirst();
  /// showOutput brings what CI printed to the front, one check after the other, then the row again.
  void showOutput();
  using QWidget::show;
  /// showDecision says what was decided about that row, or what accepting it would do.
  void showDecision(const DecisionWords& words);
  /// setSiblings adds a tab with the model's row in `count` sibling configs; none hides it. It is read by the next
  /// showDecision, and only while somebody looks at it.
  using SiblingsOf = std::function<std::vector<SiblingRow>(std::uint32_t sourceRow)>;
  void setSiblings(std::size_t count, SiblingsOf siblingsOf);
  /// setHiddenByFilter says that the row described is not in the table just now.
  void setHiddenByFilter(bool hidden);
  /// summary is what "copy details" puts on the clipboard.
  QString summary() const;

 private:
  void dress();
  void readSiblings();

  Theme m_theme;
  QLabel* m_mark;
  ElidedLabel* m_name;
  QLabel* m_sentence;
  QLabel* m_hidden;
  FindingList* m_findings;
  DecisionView* m_decision;
  QTabWidget* m_tabs;
  RawRowsModel* m_rows;
  RawRowsView* m_rowsView;
  QLabel* m_linesTitle;
  WrappedLines* m_lines;
  ScriptOutputs* m_outputs;
  SiblingRowsModel* m_siblings;
  SiblingRowsView* m_siblingsView;
  SiblingsOf m_siblingsOf;
  session::SnapshotPtr m_snapshot;
  std::uint32_t m_source = verdicts::kNoRow;
};

}  // namespace plumbline::ui
