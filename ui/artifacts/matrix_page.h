// SPDX-License-Identifier: GPL-3.0-or-later
// All configs of a commit on one page: suites and modes down, backends in groups of platforms across. Each cell shows
// the worst that happened, how often, and whether shards are missing.
//
//   auto* page = new MatrixPage(themes.theme());
//   connect(&commit, &CommitSession::snapshotChanged, page, &MatrixPage::showSnapshot);
//   connect(page, &MatrixPage::tableRequested, window, [&](quint32 config) { openTable(config); });
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/overview/matrix.h"
#include "core/overview/signature.h"
#include "core/session/commit_session.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/page.h"
#include "ui/theme/theme.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

class ElidedLabel;

/// The two lines under the matrix: which config the current cell is and what is wrong with it, then its shards with the
/// attempts that stand for them and the rule that chose. Always the same height.
///
///   details->show(view, place, cell);
class MatrixDetails : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit MatrixDetails(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  /// show describes a cell; a null view empties the lines.
  void show(const overview::CommitPtr& view, const configs::Config& place, const overview::MatrixCell& cell);
  using QWidget::show;
  void clear();
  QString title() const;
  QString detail() const;

 private:
  ElidedLabel* m_title;
  ElidedLabel* m_detail;
};

/// shardsText explains which file is used for which shard: "Shards 1, 3 of 4: only attempt · shard 2 of 4: attempt 2 of
/// 2: the latest complete one · shard 4 of 4 is not here". shardLines lists all files, those that were not used too,
/// one per line.
QString shardsText(const overview::ConfigResult& config);
QString shardLines(const overview::ConfigResult& config);

// The matrix in words: the line above it, the status line, the clipboard.
//
//   summaryText(*view)     // "24 configs · 5 fail CI · 2 with shards missing · 3 not run"

class MatrixModel;

/// summaryText counts configs by what is wrong with them; nothing that is right is counted.
QString summaryText(const overview::CommitView& view, const overview::PendingConfigsPtr& pending = {});
/// matrixStatus is the window's line: the commit, where results name one, and CI's answer.
QString matrixStatus(const overview::CommitView& view, const std::vector<overview::Group>& groups);
/// matrixTable is the grid with its titles.
TextTable matrixTable(const MatrixModel& model);

class MatrixPage : public Page {
  Q_OBJECT

 public:
  explicit MatrixPage(const Theme& theme, QWidget* parent = nullptr);
  ~MatrixPage() override;

  /// actions of this page; group "Matrix".
  QList<ActionSpec> actions() override;
  QString menuActions() const override;
  /// statusText: "24 configs · 3 with failures, 2 not run".
  QString statusText() const override;
  /// saveState keeps the toggle; restoreState returns false for bytes in an unknown format.
  QByteArray saveState() const override;
  bool restoreState(const QByteArray& state) override;
  /// place is the name of the current cell's config.
  QString place() const override;
  void showPlace(const QString& place) override;

 public Q_SLOTS:
  /// setPending shows what edits that are not saved do: `ci` in place of the sentence, the cells of `configs`. "" and null:
  /// there are none.
  void setPending(const QString& ci, const plumbline::overview::PendingConfigsPtr& configs);
  /// showSnapshot replaces what is shown; the current cell and the scroll stay. Null shows the empty state.
  void showSnapshot(const plumbline::session::CommitSnapshotPtr& snapshot);

 Q_SIGNALS:
  /// tableRequested: show the rows of a config, an index into CommitView::configs(); `model` is the row to begin with,
  /// or "".
  void tableRequested(quint32 config, const QString& model);
  void overviewRequested();
  void openRequested();  ///< the empty state's button
  void sourcesRequested();  ///< files that could not be named

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  QWidget* mainView() const override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
