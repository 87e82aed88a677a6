// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the sources page: the line in which a commit, a run or a pull request is typed and fetched through a
// FetchPort, and the line below it that shows how far it is. Its height never changes. Hidden until it has a port.
//
//   auto* fetch = new FetchBar(theme, notices, page);
//   fetch->setPort(port);
//   connect(fetch, &FetchBar::fetched, page, [&](const QString& folder) { session.add({folder}); });
#pragma once

#include <QWidget>

#include "ui/artifacts/fetch_port.h"
#include "ui/theme/themed.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace plumbline::ui {

class ElidedLabel;
class NoticeStrip;

class FetchBar : public QWidget, public Themed {
  Q_OBJECT

 public:
  /// notices shows the files that could not be fetched; it must outlive the bar.
  FetchBar(const Theme& theme, NoticeStrip& notices, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// The port must outlive the bar.
  void setPort(FetchPort& port);
  bool hasPort() const { return m_port != nullptr; }
  bool isBusy() const { return m_busy; }
  QString message() const;
  /// fetch sets the text to a commit, run or pull request and fetches it.
  void fetch(const QString& text);
  void cancel();
  void focusText();
  bool hasTextFocus() const;
  /// focusOrder is how Tab walks through the bar.
  QWidgetList focusOrder() const;

 Q_SIGNALS:
  void fetched(const QString& folder);
  void failed(const plumbline::base::Error& error);
  void changed();         ///< isBusy() may differ
  void leaveRequested();  ///< Escape or Down in the field: back to the table

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void submit();
  void finish(const fetch::FetchReport& report);
  void fail(const base::Error& error);
  void setBusy(bool busy);
  void showProgress(int done, int total, quint64 bytes);
  void showMessage(const QString& sentence, bool problem = false);
  void showSentence();

  NoticeStrip& m_notices;
  FetchPort* m_port = nullptr;
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

}  // namespace plumbline::ui
