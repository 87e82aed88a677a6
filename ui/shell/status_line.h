// SPDX-License-Identifier: GPL-3.0-or-later
// The quiet line at the bottom: unsaved edits, what the page says, how much is decided, and what the last work took. While
// work runs it shows nothing for 500 ms, then a bar and Cancel.
//
//   status->setEdits(u"3 edits in 2 files"_s, {});  status->setDecisions(u"4 of 7 decided"_s);  status->setTime(u"12 ms"_s, {});
#pragma once

#include <QStatusBar>
#include <QTimer>
#include <set>

class QLabel;
class QProgressBar;
class QToolButton;

namespace plumbline::ui {

class ElidedLabel;

class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  /// Work that can run at the same time; the line is busy as long as one of them is.
  enum class Work : unsigned char { Pair, Rows, Commit, Compare, Report, Numerics, Ci, Chart };

  explicit StatusLine(QWidget* parent = nullptr);

  void showMessage(const QString& text);
  QString message() const;
  void setDecisions(const QString& text);
  /// setEdits shows what is not saved yet, as a button that leads to the review; nothing for an empty text.
  void setEdits(const QString& text, const QString& tooltip);
  /// setTime shows at the right what the last work took.
  void setTime(const QString& text, const QString& tooltip);
  void setBusy(Work work, bool busy);
  void setProgress(quint64 done, quint64 total);
  bool isBusy() const { return !m_running.empty(); }
  bool progressShown() const;

  /// After this long, in milliseconds, running work is shown.
  static constexpr int kShowAfterMs = 500;

 Q_SIGNALS:
  void cancelRequested();
  void reviewRequested();

 private:
  void showProgress(bool shown);

  ElidedLabel* m_message;
  QToolButton* m_edits;
  QLabel* m_decisions;
  QLabel* m_time;
  QProgressBar* m_bar;
  QToolButton* m_cancel;
  QTimer m_wait;
  std::set<Work> m_running;
};

/// durationText writes milliseconds for people: "0.8 ms", "12 ms", "1.24 s".
QString durationText(double milliseconds);

}  // namespace plumbline::ui
