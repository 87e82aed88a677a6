// SPDX-License-Identifier: GPL-3.0-or-later
// The help pages (resources/help/*.md) inside the window: list on the left, page on the right, links between them.
//
//   help->showPage(u"verdicts"_s);
#pragma once

#include <QWidget>

class QListWidget;
class QTextBrowser;
class QUrl;

namespace plumbline::ui {

class HelpView : public QWidget {
  Q_OBJECT

 public:
  explicit HelpView(QWidget* parent = nullptr);

  /// pages lists the names of the help pages (file names without ".md") in reading order.
  static QStringList pages();
  void showPage(const QString& name);
  QString currentPage() const { return m_page; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void pageArrived(const QUrl& source);
  void format();
  void fitList();
  void fitLines();

  QListWidget* m_list;
  QTextBrowser* m_text;
  QString m_page;
};

}  // namespace plumbline::ui
