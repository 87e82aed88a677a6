// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about the current model: the sentence, the findings, both raw rows, the scripts' own lines, and in tabs
// what each check printed for the whole pair.
//
//   panel->show(snapshot, sourceRow);
#pragma once

#include <QPlainTextEdit>
#include <QWidget>
#include <functional>
#include <vector>

#include "core/session/session.h"
#include "ui/theme/themed.h"
#include "ui/triage/siblings/sibling_rows.h"

class QLabel;
class QScrollArea;

namespace plumbline::evidence {
struct RowAdvice;
struct RowEvidence;
}

namespace plumbline::ui {

/// Text wrapped at spaces, as high as its lines.
///
///   auto* lines = new WrappedLines(parent);  lines->setPlainText(text);
class WrappedLines : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit WrappedLines(QWidget* parent = nullptr);
  /// showText replaces the text. Past kMaxLines lines it scrolls.
  void showText(const QString& text);
  static constexpr int kMaxLines = 2000;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fit();
};

class AdviceView;
class DecisionView;
class FittedTabs;
class WordsLabel;
class ElidedLabel;
class FindingList;
class RawRowsModel;
class RawRowsView;
class ScriptOutputs;
class SiblingRowsModel;
class SiblingRowsView;
struct DecisionSummary;

class DetailsPanel : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit DetailsPanel(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// show describes a row of the snapshot's comparison; kNoRow when none is current.
  void show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow);
  /// focusFirst moves the keyboard focus to the panel.
  void focusFirst();
  /// showOutput brings what CI printed to the front, one check after the other, then the row again.
  void showOutput();
  using QWidget::show;
  /// showDecision describes the decision on that row, or what accepting it would do.
  void showDecision(const DecisionSummary& summary);
  /// showHistory says since when the row is red and who pinned its baseline, a line each; empty: nothing is known.
  void showHistory(const QStringList& lines);
  /// showAdvice describes what history advises on the row; nullptr: nothing.
  void showAdvice(const evidence::RowAdvice* advice);
  /// showRuns says what the runs of the row say: evidence::rowCard, or that it is being read.
  void showRuns(const std::vector<evidence::RowEvidence>& rows, bool isReading);
  bool hasEvidence() const;
  void toggleEvidence();
  /// setSiblings adds a tab with the model's row in `count` sibling configs; none hides it. It is read by the next
  /// showDecision, and only while its tab is visible.
  using SiblingsOf = std::function<std::vector<SiblingRow>(std::uint32_t sourceRow)>;
  void setSiblings(std::size_t count, SiblingsOf siblingsOf);
  /// setHiddenByFilter shows that the filter hides the row.
  void setHiddenByFilter(bool hidden);
  /// summary is the text for "copy details".
  QString summary() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fitOutputs();
  void fitSentence();
  void dress();
  void readSiblings();

  Theme m_theme;
  QLabel* m_mark;
  ElidedLabel* m_name;
  WordsLabel* m_sentence;
  QLabel* m_hidden;
  FindingList* m_findings;
  WordsLabel* m_runNotes;  ///< graph breaks and compile phases, hidden without them
  WordsLabel* m_history;   ///< red since, and who pinned the baseline; hidden without them
  AdviceView* m_advice;
  DecisionView* m_decision;
  QWidget* m_texts;  ///< all below the tabs
  FittedTabs* m_tabs;
  QScrollArea* m_scroll = nullptr;
  RawRowsModel* m_rows;
  RawRowsView* m_rowsView;
  QLabel* m_linesTitle;
  WrappedLines* m_lines;
  ScriptOutputs* m_outputs;
  SiblingRowsModel* m_siblings;
  SiblingRowsView* m_siblingsView;
  SiblingsOf m_siblingsOf;
  session::SnapshotPtr m_snapshot;
  QStringList m_longest;  ///< sentences of its rows
  std::uint32_t m_source = verdicts::kNoRow;
};

}  // namespace plumbline::ui
