// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the sources page: fetches the results of a commit through a FetchPort and reports what came of it. Hidden
// until it has a port.
//
//   auto* fetch = new FetchSection(theme, notices, page);
//   fetch->setPort(port);
//   connect(fetch, &FetchSection::fetched, page, [&](const QString& folder) { session.add({folder}); });
#pragma once

#include <QWidget>

#include "ui/artifacts/fetch_port.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class FetchBar;
class NoticeStrip;

class FetchSection : public QWidget {
  Q_OBJECT

 public:
  /// notices shows the files that could not be fetched; it must outlive the section.
  FetchSection(const Theme& theme, NoticeStrip& notices, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// The port must outlive the section.
  void setPort(FetchPort& port);
  bool hasPort() const { return m_port != nullptr; }
  bool isBusy() const;
  /// fetch sets the text to a commit, run or pull request and fetches it.
  void fetch(const QString& text);
  void cancel();
  void focusText();
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void fetched(const QString& folder);
  void failed(const plumbline::base::Error& error);
  void changed();         ///< isBusy() may differ
  void leaveRequested();  ///< Escape: back to the table

 private:
  void start(const QString& text, bool offline);
  void finish(const fetch::FetchReport& report);
  void fail(const base::Error& error);

  NoticeStrip& m_notices;
  FetchPort* m_port = nullptr;
  FetchBar* m_bar;
};

}  // namespace plumbline::ui
