// SPDX-License-Identifier: GPL-3.0-or-later
// The help pages (resources/help/*.md) inside the window: list on the left, page on the right, links between them.
//
//   help->showPage(u"verdicts"_s);
#pragma once

#include <QKeySequence>
#include <QWidget>

class QListWidget;
class QTextBrowser;
class QUrl;
class QGridLayout;

namespace plumbline::ui {

// A key drawn as a key: rounded frame, the key's name in it.

class KeyCap : public QWidget {
  Q_OBJECT

 public:
  explicit KeyCap(const QKeySequence& key, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_text;
};

class ActionRegistry;

class KeysPage : public QWidget {
  Q_OBJECT

 public:
  explicit KeysPage(const ActionRegistry& registry, QWidget* parent = nullptr);
  /// showFor lists the keys page by page: those of `page` first, then those of every page, then the others.
  void showFor(const QString& page);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();

  const ActionRegistry& m_registry;
  QWidget* m_sheet;
  QGridLayout* m_grid;
  QList<QWidget*> m_groups;
  int m_columns = 0;
};

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
