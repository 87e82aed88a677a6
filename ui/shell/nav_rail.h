// SPDX-License-Identifier: GPL-3.0-or-later
// The navigation on the left: the menu on top, one button per page that exists, help at the bottom. Where the window is
// too low for all words, icons stay. It is one stop of Tab, at the page in front: Up, Down, Home and End walk through it,
// Enter and Space choose. Screen readers see a list of tabs.
//
//   rail->addPage(u"triage"_s, u"Triage"_s, u"triage"_s);   connect(rail, &NavRail::pageChosen, ...);
#pragma once

#include <QFrame>
#include <QMap>

#include "ui/support/quiet_button.h"

class QVBoxLayout;

namespace plumbline::ui {

// One button of the navigation rail: icon over a short word, an accent bar when its page is in front.

class RailButton : public QuietButton {
  Q_OBJECT

 public:
  RailButton(const QString& text, const QIcon& icon, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightWithWord() const;
  /// setCompact leaves the word out; tooltip and accessible name keep it.
  void setCompact(bool isCompact);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  bool hasWord() const { return !m_isCompact && !text().isEmpty(); }
  QFont wordFont() const;

  bool m_isCompact = false;
};

class RailButton;

class NavRail : public QFrame {
  Q_OBJECT

 public:
  enum class Place { Top, Bottom };

  explicit NavRail(QWidget* parent = nullptr);

  void addPage(const QString& id, const QString& title, const QString& iconName, const QString& tooltip,
               Place place = Place::Top);
  void setCurrent(const QString& id);
  QString current() const { return m_current; }
  RailButton* button(const QString& id) const { return m_buttons.value(id); }
  /// followInTabOrder puts all buttons behind a widget in the order of Tab.
  void followInTabOrder(QWidget* before);
  /// menuButton opens the menu; its owner connects it.
  RailButton* menuButton() const { return m_menuButton; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  void pageChosen(const QString& id);

 private:
  void fit();
  int heightWithWords() const;
  QList<RailButton*> inOrder() const;
  void setTabStop(RailButton* stop);
  void restTabStop();

  RailButton* m_menuButton;
  QVBoxLayout* m_top;
  QVBoxLayout* m_bottom;
  QMap<QString, RailButton*> m_buttons;
  QString m_current;
};

}  // namespace plumbline::ui
