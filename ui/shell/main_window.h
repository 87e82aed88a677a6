// SPDX-License-Identifier: GPL-3.0-or-later
// The window: navigation on the left, the pair on top, one page in front, a quiet line at the bottom. It puts the parts
// together and owns nothing of the work; pages are handed in, so that it knows none of them.
//
//   MainWindow window({session, settings, preferences, recent, prompt, session::guessSides, openSample});
//   window.addPage({u"triage"_s, u"Triage"_s, u"triage"_s, u"..."_s, triagePage, triagePage->actions()});
//   window.finish();  window.show();
#pragma once

#include <QHash>
#include <QList>
#include <QMainWindow>
#include <QSet>
#include <QString>
#include <functional>

#include "ui/shell/action_registry.h"
#include "ui/shell/pair_opener.h"
#include "ui/support/action_spec.h"

class QSettings;
class QShortcut;
class QStackedWidget;
class QWidget;

namespace plumbline::ui {

/// PageContent is a page made on demand.
struct PageContent {
  QWidget* widget = nullptr;
  QList<ActionSpec> actions = {};
  QWidget* header = nullptr;  ///< stands above the page in place of the pair
  bool takesDrops = false;    ///< whatever is dropped while it is in front is for the page, not a pair to open
};

struct PageSpec {
  QString id;        ///< "triage"; the scope of its actions
  QString title;     ///< one short word for the rail
  QString iconName = {};  ///< resources/icons
  QString tooltip;
  QWidget* widget = nullptr;  ///< the window takes it over; null: `make` makes it
  QList<ActionSpec> actions = {};
  bool needsPair = true;  ///< without an open pair the start page stands in for it
  QList<QKeySequence> keys = {};  ///< more keys that lead to it
  /// make makes the page when it is first shown, so that a window opens before all its pages are there.
  std::function<PageContent()> make = {};
  bool inRail = true;         ///< false: reached from other pages only
  QWidget* header = nullptr;  ///< stands above the page in place of the pair; one header may serve several pages
  QString command = {};       ///< text of the action that leads to it; empty: "Go to" and the title
};

class CommandPalette;
class DropZones;
class MainMenu;
class NavRail;
class NoticeStrip;
class PairHeader;
class Preferences;
class RecentPairs;
class StartPage;
class StatusLine;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  struct Services {
    session::Session& session;
    QSettings& settings;
    Preferences& preferences;
    RecentPairs& recent;
    FilePrompt& prompt;
    PairOpener::Guess guess;
    std::function<void()> openSample;
  };
  explicit MainWindow(Services services, QWidget* parent = nullptr);

  void addPage(const PageSpec& page);
  /// finish adds what comes after the pages (help, keys), and brings `page` to front, else the first one. Call it once.
  void finish(const QString& page = {});
  /// showPage brings a page to front: one that was added, "help" or "keys".
  void showPage(const QString& id);
  /// choosePage shows a page that Esc does not leave: it is no drill-down.
  void choosePage(const QString& id);
  QString currentPage() const { return m_current; }
  /// makePages makes those that were not shown yet, for what lists the actions of all.
  void makePages();
  /// isMade is true when a page has been made.
  bool isMade(const QString& id) const { return m_pages.contains(id); }
  /// setCommit names the open commit in the title and lets what stands in for a missing pair lead to the overview; ""
  /// when none is open. Call it after finish.
  void setCommit(const QString& name);
  /// setCloseGuard: the window closes only when `mayClose` is true.
  void setCloseGuard(std::function<bool()> mayClose) { m_mayClose = std::move(mayClose); }
  /// setOpenAgain: the way back leads over pages of other pairs; `openAgain` opens one, false where it is gone.
  void setOpenAgain(std::function<bool(const QString& actual, const QString& expected)> openAgain) {
    m_openAgain = std::move(openAgain);
  }
  /// canTravel and travel move through the pages that were shown, back (-1) or forward (+1).
  bool canTravel(int step) const;
  void travel(int step);
  /// pageWidget is the page in front, without what stands around it.
  QWidget& pageWidget() const;
  /// say puts a page's words on the status line.
  void showStatus(const QString& text);

  ActionRegistry& registry() { return m_registry; }
  PairOpener& opener() { return *m_opener; }
  NoticeStrip& notices() { return *m_notices; }
  StatusLine& status() { return *m_status; }

 Q_SIGNALS:
  void pageShown(const QString& id);
  /// fetchRequested: the results of a commit, run or pull request are wanted, see fetch::targetOf.
  void fetchRequested(const QString& target);
  /// resolveRequested: a file of the pair has conflicts to resolve.
  void resolveRequested(const QString& path);

 protected:
  void closeEvent(QCloseEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  /// Visit is a page on the way, and what was current on it.
  struct Visit {
    QString page;
    QString place, filter;
    QString actual, expected = {};  ///< the pair that was open
    bool wasChosen = false;  ///< by its button or key; the others are drill-downs, which Esc leaves
  };
  void build();
  void addActions();
  void makePage(const QString& id);
  void addHeader(const QString& id, QWidget* header);
  void addContent(const QString& id, QWidget* widget, const QList<ActionSpec>& actions);
  void orderFocus();
  void showCommands();
  void goBack();
  void showReading(bool reading);
  void focusPage(QWidget* last);
  QWidget* widgetOf(const QString& id);
  void buildMenu();
  void showMenuBar(bool shown);
  void openMenu();
  void remember(const QString& id);
  void noteVisit();
  void showVisit();
  void nameWindow();
  void rememberPair(const QString& actualPath, const QString& expectedPath);

  Services m_services;
  ActionRegistry m_registry;
  PairOpener* m_opener;
  NavRail* m_rail = nullptr;
  PairHeader* m_header = nullptr;
  NoticeStrip* m_notices = nullptr;
  StatusLine* m_status = nullptr;
  DropZones* m_zones = nullptr;
  QStackedWidget* m_headers = nullptr;
  QStackedWidget* m_stack = nullptr;
  StartPage* m_start = nullptr;
  CommandPalette* m_palette = nullptr;  ///< made when it is first asked for
  QHash<QString, QWidget*> m_pages;
  QHash<QString, std::function<PageContent()>> m_makers;  ///< of pages that were not shown yet
  QHash<QString, QWidget*> m_headerOf;                 ///< of pages that have a header of their own
  QStringList m_order;
  int m_inRail = 0;  ///< pages with a button; the first nine have a number
  QSet<QString> m_needPair, m_takeDrops;
  QString m_current;
  QString m_before;  ///< page that Esc goes back to
  QString m_commit;  ///< name of the open commit
  MainMenu* m_menu = nullptr;
  QList<QShortcut*> m_menuKeys;  ///< Alt+F ... while there is no menu bar that has them
  std::function<bool()> m_mayClose;
  std::function<bool(const QString&, const QString&)> m_openAgain;
  bool m_isReading = false;     ///< files for long, and there is no pair yet
  bool m_isComingBack = false;  ///< travel waits for the pair of a page
  QList<Visit> m_visits;
  qsizetype m_at = -1;          ///< the page in front in m_visits
  bool m_isTraveling = false;
  bool m_isAltAlone = false;    ///< Alt was pressed, and nothing else since
};

}  // namespace plumbline::ui
