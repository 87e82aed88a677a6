// SPDX-License-Identifier: GPL-3.0-or-later
// The quiet line at the bottom: what the page says on the left, what needs a decision on the right. While work runs it
// shows nothing for 500 ms, then a bar and Cancel.
//
//   status->say(u"62 models in 1.2 ms"_s);  status->setDecisions(u"4 of 62 need a decision"_s);
#pragma once

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QToolButton;

namespace plumbline::ui {

class ElidedLabel;

class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent = nullptr);

  void say(const QString& text);
  QString said() const;
  void setDecisions(const QString& text);
  /// setEdits shows what is not saved yet, as a button that leads to the review; nothing for an empty text.
  void setEdits(const QString& text, const QString& tooltip);
  void setBusy(bool busy);
  void setProgress(quint64 done, quint64 total);
  bool progressShown() const;

  /// After this long, in milliseconds, running work is shown.
  static constexpr int kShowAfterMs = 500;

 Q_SIGNALS:
  void cancelWanted();
  void reviewWanted();

 private:
  void showProgress(bool shown);

  ElidedLabel* m_said;
  QToolButton* m_edits;
  QLabel* m_decisions;
  QProgressBar* m_bar;
  QToolButton* m_cancel;
  QTimer m_wait;
};

/// durationText writes milliseconds for people: "0.8 ms", "12 ms", "1.24 s".
QString durationText(double milliseconds);

}  // namespace plumbline::ui
