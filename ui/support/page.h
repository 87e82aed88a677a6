// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the pages of the window: actions, status line, saved state and theme.
//
//   class MatrixPage : public Page {
//     QList<ActionSpec> actions() override;
//     QString statusText() const override { return message().isEmpty() ? summary() : message(); }
//   };
//   showMessage(tr("No row to copy"));   // shown until the next setMessage or showMessage
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QWidget>
#include <optional>

#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

class QSplitter;

namespace plumbline::ui {

class Page : public QWidget {
  Q_OBJECT

 public:
  explicit Page(const Theme& theme, QWidget* parent = nullptr) : QWidget(parent), m_theme(theme) {}

  /// actions returns everything that can be done on this page.
  virtual QList<ActionSpec> actions() = 0;
  /// statusText returns the text of the status line: the message, or a summary of what is shown.
  virtual QString statusText() const = 0;
  /// saveState returns the layout to restore in the next session; empty when the page has none.
  virtual QByteArray saveState() const;
  /// restoreState returns false for bytes it does not understand.
  virtual bool restoreState(const QByteArray& bytes);
  /// menuActions are patterns of the ids that a right click or Shift+F10 offers: "overview.accept*;edit.undo".
  virtual QString menuActions() const { return {}; }
  /// place names what is current, for the way back; showPlace goes there, if it is still there.
  virtual QString place() const { return {}; }
  virtual void showPlace(const QString&) {}
  /// files are those that the page is about whatever pair is open: title and header of the window follow them.
  virtual QStringList files() const { return {}; }
  /// Subject is what is current, for programs outside: an editor, a browser.
  struct Subject {
    QString file;
    std::size_t line = 0;                 ///< from 1; 0: that of the model
    std::optional<quint32> config = {};   ///< of the commit
    QString model = {};
  };
  virtual Subject subject() const { return {}; }
  /// filter is what the bars above the tables ask for, for the way back; showFilter asks for it again.
  QString filter() const;
  void showFilter(const QString& filter);
  const Theme& theme() const { return m_theme; }
  /// message is the result of the last action, for the status line; empty: none.
  const QString& message() const { return m_message; }
  /// setMessage replaces the message without a signal.
  void setMessage(const QString& text) { m_message = text; }

 public Q_SLOTS:
  /// showMessage replaces the message and updates the status line.
  void showMessage(const QString& text);
  /// setTheme stores the theme and applies it to the parts; pages that override it call this first.
  virtual void setTheme(const plumbline::ui::Theme& theme);

 Q_SIGNALS:
  void statusChanged(const QString& text);
  void menuRequested(const QPoint& global);
  void actionsChanged();  ///< an action may be enabled, checked or named differently

 protected:
  /// mainView gets the keyboard back with Escape, while it is visible; null: nothing does.
  virtual QWidget* mainView() const { return nullptr; }
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  /// layoutState is what saveState writes, with a version; restoreLayout reads it.
  virtual QJsonObject layoutState() const { return {}; }
  virtual bool restoreLayout(const QJsonObject&) { return false; }
  static QJsonArray sizesOf(const QSplitter& splitter);
  /// restoreSizes returns false, and changes nothing, unless every part has a size.
  static bool restoreSizes(QSplitter& splitter, const QJsonValue& sizes);

 private:
  Theme m_theme;
  QString m_message;
};

}  // namespace plumbline::ui
