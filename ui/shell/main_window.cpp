// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QAccessibleWidget>
#include <QCloseEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QScrollArea>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTimer>
#include <QWindow>
#include <utility>

#include "core/session/session.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/edits_presenter.h"
#include "ui/shell/help_view.h"
#include "ui/shell/main_menu.h"
#include "ui/shell/nav_rail.h"
#include "ui/shell/pair_header.h"
#include "ui/shell/start_page.h"
#include "ui/shell/status_line.h"
#include "ui/support/form_controls.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice_strip.h"
#include "ui/support/page.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {
const QString kStart = u"start"_s;
const QString kHelp = u"help"_s;
const QString kKeys = u"keys"_s;
constexpr auto kGeometry = "window/geometry"_L1;
constexpr auto kMenuBar = "window/menuBar"_L1;
constexpr qsizetype kMaxVisits = 100;
constexpr QSize kFirstSize(1360, 860);
constexpr QSize kMinSize(720, 420);

/// Qt's own interface of a scroll area reads past its children when a screen reader asks for one that has just gone, as a scroll
/// bar does that is not needed any more.
QAccessibleInterface* makeScrollAreaAccess(const QString&, QObject* object) {
  auto* area = qobject_cast<QScrollArea*>(object);
  return area == nullptr ? nullptr : new QAccessibleWidget(area, QAccessible::Client);
}

}  // namespace

MainWindow::MainWindow(Services services, QWidget* parent)
    : QMainWindow(parent),
      m_services(std::move(services)),
      m_registry(this),
      m_opener(new PairOpener(m_services.session, m_services.prompt, m_services.guess, this)) {
  QAccessible::installFactory(makeScrollAreaAccess);
  setObjectName(u"mainWindow"_s);
  setWindowIcon(programIcon());
  setMinimumSize(kMinSize);
  m_registry.useOwnKeys([&preferences = m_services.preferences](const QString& id) { return preferences.ownKeys(id); });
  build();
  nameWindow();
  // The menu shows groups in the order they come: files, what the pages do, the window, help.
  m_registry.add(pairActions(
      {*m_opener, m_services.session, m_services.recent, m_services.openSample, [this] { m_header->openRules(); },
       [this] { Q_EMIT m_status->cancelRequested(); }, [this] { return m_status->isBusy(); }}));
  m_header->bindActions(m_registry);
  if (!restoreGeometry(m_services.settings.value(kGeometry).toByteArray())) resize(kFirstSize);
}

void MainWindow::build() {
  m_rail = new NavRail(this);
  m_header = new PairHeader(this);
  m_notices = new NoticeStrip(this);
  m_status = new StatusLine(this);
  m_headers = new QStackedWidget(this);
  m_headers->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  m_headers->addWidget(m_header);
  m_stack = new QStackedWidget(this);
  m_stack->setObjectName(u"pages"_s);
  auto* page = makeColumn(nullptr, {}, 0, {m_headers, divider(), {m_stack, 1}});
  page->addWidget(m_notices);  // below the page: a notice that comes moves no row
  addParts(*page, {divider(), m_status});
  auto* frame = new QWidget(this);
  makeRow(frame, {}, 0, {m_rail, divider(), {page, 1}});
  setCentralWidget(frame);

  auto* presenter = new SessionPresenter({m_services.session, *m_opener, *m_header, *m_notices, *m_status}, this);
  connect(presenter, &SessionPresenter::resolveRequested, this, &MainWindow::resolveRequested);
  connect(this, &MainWindow::pageShown, presenter, [this, presenter](const QString& id) { presenter->setPairInFront(m_needPair.contains(id)); });
  connect(m_notices, &NoticeStrip::focusLost, this, [this] { focusPage(m_stack->currentWidget()->focusWidget()); });
  connect(presenter, &SessionPresenter::pairShown, this, [this] { nameWindow(); });
  connect(presenter, &SessionPresenter::pairShown, this, &MainWindow::rememberPair);
  // A pair that was just opened is shown, not left behind the help.
  connect(presenter, &SessionPresenter::pairShown, this, [this](const QString& actual, const QString& expected) {
    if (!m_order.contains(m_current)) return goBack();
    showPage(m_current);  // instead of what stands in for a pair
    if (!m_isComingBack || m_visits.at(m_at).actual != actual || m_visits.at(m_at).expected != expected) return;
    m_isComingBack = false;
    QMetaObject::invokeMethod(this, &MainWindow::showVisit, Qt::QueuedConnection);  // once the page has the pair, too
  });
  connect(&m_services.session, &session::Session::busyChanged, &m_registry, &ActionRegistry::refresh);
  // Queued: a pair that came is shown first. One that failed or was cancelled is not waited for any more.
  connect(&m_services.session, &session::Session::busyChanged, this,
          [this] { m_isComingBack = m_isComingBack && m_services.session.isBusy(); }, Qt::QueuedConnection);
  connect(&m_services.session, &session::Session::busyChanged, this, [this](bool busy) {
    if (busy) return QTimer::singleShot(StatusLine::kShowAfterMs, this, [this] { showReading(m_services.session.isBusy()); });
    showReading(false);
  });
  connect(&m_services.session, &session::Session::onlyOneSide, &m_registry, &ActionRegistry::refresh);
  connect(m_header, &PairHeader::actualRequested, m_opener, [this] { m_opener->requestSide(DropSide::Actual); });
  connect(m_header, &PairHeader::expectedRequested, m_opener, [this] { m_opener->requestSide(DropSide::Expected); });
  connect(m_rail, &NavRail::pageChosen, this, &MainWindow::choosePage);
  connect(m_opener, &PairOpener::pairRequested, this, [this] {
    if (m_needPair.contains(m_current)) return;
    for (const QString& id : m_order)
      if (m_needPair.contains(id)) return showPage(id);
  });
  m_zones = new DropZones(this);
  connect(m_zones, &DropZones::dropped, m_opener, &PairOpener::openDropped);
  buildMenu();
}

void MainWindow::buildMenu() {
  m_menu = new MainMenu(m_registry, m_services.recent, this, [this] { makePages(); });
  m_menu->openBelow(*m_rail->menuButton());
  connect(m_menu, &MainMenu::recentChosen, m_opener, &PairOpener::openPair);
  connect(&m_registry, &ActionRegistry::scopeRequested, this, &MainWindow::choosePage);
  for (QMenu* menu : m_menu->menus()) {
    menuBar()->addMenu(menu);
    auto* key = new QShortcut(QKeySequence::mnemonic(menu->title()), this);
    connect(key, &QShortcut::activated, menu, [this, menu] { menu->popup(m_stack->mapToGlobal(QPoint())); });
    m_menuKeys.append(key);
  }
  menuBar()->setAccessibleName(tr("Menu bar"));
  showMenuBar(m_services.settings.value(kMenuBar).toBool());
}

/// The bar has the keys Alt+F and so on itself; without it they open the same menus over the page.
void MainWindow::showMenuBar(bool shown) {
  menuBar()->setVisible(shown);
  for (QShortcut* key : m_menuKeys) key->setEnabled(!shown);
}

void MainWindow::openMenu() {
  if (menuBar()->isVisible()) return menuBar()->setActiveAction(menuBar()->actions().value(0));
  m_menu->popup(m_rail->menuButton()->mapToGlobal(QPoint(0, m_rail->menuButton()->height())));
}

bool MainWindow::canTravel(int step) const { return m_at + step >= 0 && m_at + step < m_visits.size(); }

void MainWindow::travel(int step) {
  if (!canTravel(step)) return;
  noteVisit();
  if (std::exchange(m_isComingBack, false)) m_services.session.cancel();  // passed by before its pair was there
  m_at += step;
  const Visit visit = m_visits.at(m_at);
  m_isTraveling = true;
  showPage(visit.page);
  m_isTraveling = false;
  const auto shown = m_services.session.snapshot();
  const bool isOther = shown && !visit.expected.isEmpty() && m_needPair.contains(visit.page) &&
                       (pathText(shown->actual.path) != visit.actual || pathText(shown->expected.path) != visit.expected);
  m_isComingBack = isOther && m_openAgain && m_openAgain(visit.actual, visit.expected);
  if (isOther && !m_isComingBack) return showStatus(tr("The files that were compared here are not there any more"));
  if (!m_isComingBack) showVisit();
}

/// noteVisit keeps what is current on the page in front, unless that still waits for the pair it was left with.
void MainWindow::noteVisit() {
  if (m_at < 0 || m_services.session.isBusy()) return;
  Visit& visit = m_visits[m_at];
  if (const auto* page = qobject_cast<Page*>(m_pages.value(visit.page))) {
    visit.place = page->place();
    visit.filter = page->filter();
  }
  const auto shown = m_services.session.snapshot();
  visit.actual = shown ? pathText(shown->actual.path) : QString();
  visit.expected = shown ? pathText(shown->expected.path) : QString();
}

void MainWindow::showVisit() {
  const Visit visit = m_visits.at(m_at);
  auto* page = qobject_cast<Page*>(m_pages.value(visit.page));
  if (page == nullptr || m_current != visit.page) return;
  if (!visit.filter.isEmpty()) page->showFilter(visit.filter);
  if (!visit.place.isEmpty()) page->showPlace(visit.place);
}

/// remember adds a page to the way that travel walks; pages ahead are forgotten.
void MainWindow::remember(const QString& id) {
  if (m_isTraveling || (m_at >= 0 && m_visits.at(m_at).page == id)) return;
  noteVisit();
  m_isComingBack = false;
  // What stood in for a page without its pair showed nothing of the commit to come back to.
  const bool isEmpty = m_at >= 0 && m_needPair.contains(m_visits.at(m_at).page) && !m_commit.isEmpty() &&
                       !m_services.session.snapshot() && !m_services.session.isBusy();
  m_visits.resize(isEmpty ? m_at : m_at + 1);
  m_at = m_visits.size() - 1;
  if (m_at >= 0 && m_visits.at(m_at).page == id) return m_registry.refresh();
  if (m_visits.size() == kMaxVisits) m_visits.removeFirst();
  const session::Session& session = m_services.session;  // its pair may still be loading
  m_visits.append({.page = id, .place = {}, .filter = {}, .actual = session.actualPath(), .expected = session.expectedPath()});
  m_at = m_visits.size() - 1;
  m_registry.refresh();
}

void MainWindow::choosePage(const QString& id) {
  showPage(id);
  if (m_at >= 0) m_visits[m_at].wasChosen = true;
}

bool MainWindow::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isAlone = (key->modifiers() & ~Qt::KeyboardModifiers(Qt::AltModifier)) == Qt::NoModifier;
    m_isAltAlone = key->key() == Qt::Key_Alt && isAlone && menuBar()->isHidden();
  } else if (event->type() == QEvent::WindowDeactivate) {
    m_isAltAlone = false;
  }
  return QMainWindow::event(event);
}

/// Esc that nothing inside the page took leaves a drill-down.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && m_at > 0 && !m_visits.at(m_at).wasChosen) return travel(-1);
  QMainWindow::keyPressEvent(event);
}

void MainWindow::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Alt && std::exchange(m_isAltAlone, false)) return openMenu();
  QMainWindow::keyReleaseEvent(event);
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  windowHandle()->installEventFilter(this);  // the mouse's back and forward buttons, over any part of the window
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == windowHandle() && event->type() == QEvent::MouseButtonPress) {
    m_isAltAlone = false;  // Alt with the mouse moves windows and chooses text
    const Qt::MouseButton button = static_cast<QMouseEvent*>(event)->button();
    if (button == Qt::BackButton || button == Qt::ForwardButton) {
      travel(button == Qt::BackButton ? -1 : 1);
      return true;
    }
  }
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::addActions() {
  m_registry.add(lookActions(m_services.preferences));
  m_registry.add(windowActions({[this] { showCommands(); }, [this] { showPage(kHelp); }, [this] { showPage(kKeys); },
                                [this] { m_notices->focusNewest(); }, [this] { m_notices->dismissAll(); },
                                [this] { return !m_notices->ids().isEmpty(); },
                                [this] { close(); }, [this] { openMenu(); },
                                [this] {
                                  const bool shown = menuBar()->isHidden();
                                  m_services.settings.setValue(kMenuBar, shown);
                                  showMenuBar(shown);
                                },
                                [this] { return !menuBar()->isHidden(); }, [this](int step) { travel(step); },
                                [this](int step) { return canTravel(step); }}));
  for (const auto& [scope, name] : {std::pair(kHelp, tr("Help")), std::pair(kKeys, tr("Keys"))}) {
    m_registry.nameScope(scope, name);
    m_registry.add({{.id = scope + u".back"_s,
                     .text = tr("Go back"),
                     .group = tr("Help"),
                     .iconName = u"back"_s,
                     .shortcuts = {Qt::Key_Escape},
                     .run = [this] { goBack(); }}},
                   scope);
  }
}

void MainWindow::addPage(const PageSpec& page) {
  m_order.append(page.id);
  m_registry.nameScope(page.id, page.title);
  if (page.needsPair) m_needPair.insert(page.id);
  if (page.header != nullptr) addHeader(page.id, page.header);
  if (page.widget != nullptr) {
    addContent(page.id, page.widget, page.actions);
  } else {
    m_makers.insert(page.id, page.make);
  }
  QList<QKeySequence> keys = page.keys;
  if (page.inRail) {
    ++m_inRail;
    // Ctrl+0 is the text's normal size, so a tenth page has no number.
    if (m_inRail <= 9) keys.prepend(QKeySequence(static_cast<int>(Qt::CTRL) | (static_cast<int>(Qt::Key_0) + m_inRail)));
    const QString key = page.keys.value(0, keys.value(0)).toString(QKeySequence::NativeText);
    m_rail->addPage(page.id, page.title, page.iconName, key.isEmpty() ? page.tooltip : u"%1 (%2)"_s.arg(page.tooltip, key));
  }
  m_registry.add({{.id = u"page."_s + page.id,
                   .text = page.command.isEmpty() ? tr("Go to %1").arg(page.title) : page.command,
                   .tooltip = page.command.isEmpty() ? QString() : page.tooltip,
                   .group = tr("Go"),
                   .iconName = page.iconName,
                   .shortcuts = keys,
                   .run = [this, id = page.id] { choosePage(id); }}});
}

void MainWindow::addHeader(const QString& id, QWidget* header) {
  if (m_headers->indexOf(header) < 0) m_headers->addWidget(header);
  for (auto* field : header->findChildren<QLineEdit*>()) prepareTextField(*field);
  m_headerOf.insert(id, header);
}

/// addContent makes a page's widget one of the window's.
void MainWindow::addContent(const QString& id, QWidget* widget, const QList<ActionSpec>& actions) {
  m_pages.insert(id, widget);
  m_stack->addWidget(widget);
  for (auto* field : widget->findChildren<QLineEdit*>()) prepareTextField(*field);
  m_registry.add(actions, id);
  if (auto* page = qobject_cast<Page*>(widget)) {
    connect(page, &Page::actionsChanged, this, [this, page] {
      if (m_stack->currentWidget() == page && !page->files().isEmpty()) nameWindow();
    });
    connect(page, &Page::menuRequested, this, [this, page](const QPoint& global) {
      makeContextMenu(m_registry, page->menuActions(), this)->popup(global);
    });
  }
}

void MainWindow::finish(const QString& page) {
  addActions();
  m_rail->addPage(kKeys, tr("Keys"), u"keyboard"_s, tr("All keys (?)"), NavRail::Place::Bottom);
  m_rail->addPage(kHelp, tr("Help"), kHelp, tr("Help (F1)"), NavRail::Place::Bottom);
  auto* start = new StartPage(m_registry, m_services.recent, this);
  connect(start, &StartPage::recentChosen, m_opener, &PairOpener::openPair);
  connect(start, &StartPage::fetchRequested, this, &MainWindow::fetchRequested);
  connect(&m_services.session, &session::Session::onlyOneSide, start, &StartPage::setChosen);
  m_start = start;
  m_stack->addWidget(start);
  orderFocus();
  showPage(page.isEmpty() ? m_order.value(0) : page);
}

/// orderFocus puts the rail behind the page in front of it: Tab walks from the pair through the page to the navigation.
void MainWindow::orderFocus() {
  QWidget* before = previousInFocusChain();
  while (before != this && (before->focusPolicy() == Qt::NoFocus || m_rail->isAncestorOf(before)))
    before = before->previousInFocusChain();
  m_rail->followInTabOrder(before);
}

void MainWindow::setCommit(const QString& name) {
  m_commit = name;
  m_start->setCommitOpen(!name.isEmpty());
  if (&pageWidget() == m_start && !name.isEmpty()) showStatus(m_start->title());
  nameWindow();
}

QWidget& MainWindow::pageWidget() const { return *m_stack->currentWidget(); }

void MainWindow::makePage(const QString& id) {
  const auto make = m_makers.take(id);
  if (!make) return;
  const PageContent made = make();
  if (made.header != nullptr) addHeader(id, made.header);
  if (made.takesDrops) m_takeDrops.insert(id);
  addContent(id, made.widget, made.actions);
  orderFocus();
}

QWidget* MainWindow::widgetOf(const QString& id) {
  makePage(id);
  if (!m_pages.contains(id) && (id == kHelp || id == kKeys)) {
    QWidget* made = nullptr;
    if (id == kHelp) {
      made = new HelpView(this);
    } else {
      makePages();  // the keys of all of them are listed
      made = new KeysPage(m_registry, this);
    }
    m_stack->addWidget(made);
    m_pages.insert(id, made);
    orderFocus();
  }
  return m_pages.value(id);
}

void MainWindow::showPage(const QString& id) {
  QWidget* widget = widgetOf(id);
  if (widget == nullptr) return;
  if (m_order.contains(id)) m_before = id;
  if (auto* keys = qobject_cast<KeysPage*>(widget)) keys->showFor(m_before);
  const bool empty = m_needPair.contains(id) && !m_services.session.snapshot() && !m_isReading;
  if (empty) widget = m_start;
  m_current = id;
  m_zones->setResting(m_takeDrops.contains(id));
  m_rail->setCurrent(id);
  const bool moved = m_stack->currentWidget() != widget;
  QWidget* last = widget->focusWidget();  // the stack gives a page without one its first button
  m_stack->setCurrentWidget(widget);
  m_registry.setActiveScope(empty ? kStart : id);
  if (moved) focusPage(last);
  remember(id);
  nameWindow();
  Q_EMIT pageShown(id);
  if (empty && !m_commit.isEmpty()) showStatus(m_start->title());  // not that of the page it stands in for
}

/// showReading brings the page in front that says what is read, in place of the start page, until there is a pair.
void MainWindow::showReading(bool reading) {
  if (std::exchange(m_isReading, reading) != reading && !m_services.session.snapshot() && m_needPair.contains(m_current)) showPage(m_current);
}

/// focusPage puts the keyboard where it last was in the page in front, or where the page wants it.
void MainWindow::focusPage(QWidget* last) {
  QWidget* page = m_stack->currentWidget();
  (last != nullptr && last->isVisibleTo(page) ? last : page)->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showStatus(const QString& text) { m_status->showMessage(text); }
/// goBack goes to the page before; Esc there must not lead here again, so it counts as chosen.
void MainWindow::goBack() { choosePage(m_before.isEmpty() ? m_order.value(0) : m_before); }

void MainWindow::makePages() {
  for (const QString& page : m_order) makePage(page);
}

void MainWindow::showCommands() {
  makePages();  // the search knows what all of them can do
  const auto whyNot = [this](const QString& scope) {
    const bool hasPair = m_services.session.snapshot() != nullptr;
    if (!hasPair && m_commit.isEmpty()) return tr("nothing is open");
    return !hasPair && m_needPair.contains(scope) ? tr("no table is open") : QString();
  };
  if (m_palette == nullptr) m_palette = new CommandPalette(m_registry, this, whyNot);
  m_registry.refresh();
  m_palette->open();
}

/// nameWindow names what the page in front shows, in the title and above the page. Qt appends nothing to a title that ends
/// with the program's name.
void MainWindow::nameWindow() {
  const auto pair = m_services.session.snapshot();
  const auto* page = qobject_cast<const Page*>(m_stack->currentWidget());
  const QStringList files = page != nullptr ? page->files() : QStringList();
  const bool isPairs = pair && (files.isEmpty() || files == QStringList(pathText(pair->expected.path)));
  // Without a pair its empty fields say nothing, and beside other files it is another matter: the commit stands there.
  QWidget* commitHeader = m_headerOf.isEmpty() || m_commit.isEmpty() || isPairs ? nullptr : *m_headerOf.cbegin();
  m_headers->setCurrentWidget(m_headerOf.value(m_current, commitHeader != nullptr ? commitHeader : m_header));
  // Edits that were restored have no pair yet.
  const bool hasSide = !m_services.session.actualPath().isEmpty() || !m_services.session.expectedPath().isEmpty();
  m_headers->setVisible(m_headers->currentWidget() != m_header || pair || hasSide || files.isEmpty());
  const bool isOfCommit = !m_commit.isEmpty() && (!pair || m_headers->currentWidget() != m_header);
  const QString name = files.size() == 1 ? QFileInfo(files.first()).fileName()
                       : files.size() > 1 ? tr("%1 files").arg(grouped(static_cast<std::size_t>(files.size())))
                       : isOfCommit ? m_commit
                       : pair     ? recentTitle({QString::fromStdString(pair->actual.path),
                                                 QString::fromStdString(pair->expected.path)})
                                  : QString();
  setWindowTitle(name.isEmpty() ? tr("[*]Plumbline") : tr("%1[*] - Plumbline").arg(name));
}

void MainWindow::rememberPair(const QString& actualPath, const QString& expectedPath) {
  // The sample lives in the cache and has a command of its own.
  const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
  const auto shown = m_services.session.snapshot();
  const bool isFile = !shown || shown->actual.isFile;  // merged shards cannot be opened again by their name
  if (isFile && !actualPath.startsWith(cache)) m_services.recent.add({actualPath, expectedPath});
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (m_mayClose && !m_mayClose()) return event->ignore();
  m_services.settings.setValue(kGeometry, saveGeometry());
  QMainWindow::closeEvent(event);
}

}  // namespace plumbline::ui
