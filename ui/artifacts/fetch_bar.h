// SPDX-License-Identifier: GPL-3.0-or-later
// The line in which a commit, a run or a pull request is typed and fetched, and the line below it that shows how far it
// is. Its height never changes.
//
//   connect(bar, &FetchBar::fetchRequested, page, [&](const QString& text, bool offline) { ... });
//   bar->setBusy(true);  bar->showProgress(12, 150, 34'000'000);  bar->showMessage(u"Asking for the jobs of 3 runs"_s);
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace plumbline::ui {

class ElidedLabel;

class FetchBar : public QWidget {
  Q_OBJECT

 public:
  explicit FetchBar(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// setBusy turns the Fetch button into Cancel and shows the progress.
  void setBusy(bool busy);
  bool isBusy() const { return m_busy; }
  /// showProgress: artifacts done of total (0: not known yet) and bytes so far.
  void showProgress(int done, int total, quint64 bytes);
  /// showMessage shows a sentence below the field, an error in its colour.
  void showMessage(const QString& sentence, bool problem = false);
  QString message() const;
  /// setToken shows whether there is a token, in words.
  void setToken(const QString& words);
  void setText(const QString& text);
  bool isOffline() const;
  void focusText();
  bool hasTextFocus() const;
  /// submit does what Enter in the field does.
  void submit();
  /// focusOrder is how Tab walks through the bar.
  QWidgetList focusOrder() const;

 Q_SIGNALS:
  void fetchRequested(const QString& text, bool offline);
  void cancelRequested();
  /// leaveRequested: Escape or Down in the field.
  void leaveRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showSentence();

  Theme m_theme;
  bool m_busy = false;
  bool m_problem = false;
  QLineEdit* m_text;
  QPushButton* m_button;
  QCheckBox* m_offline;
  ElidedLabel* m_sentence;
  QProgressBar* m_bar;
  QLabel* m_numbers;
  QLabel* m_token;
};

/// bytesText formats a size: "34 MB".
QString bytesText(quint64 bytes);

}  // namespace plumbline::ui
