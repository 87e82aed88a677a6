// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QAbstractButton>
#include <QCloseEvent>
#include <QLineEdit>
#include <QSettings>
#include <QStackedWidget>
#include <QStandardPaths>

#include "core/session/session.h"
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

namespace plumbline::ui {
namespace {
const QString kStart = u"start"_s;
const QString kHelp = u"help"_s;
const QString kKeys = u"keys"_s;
constexpr auto kGeometry = "window/geometry"_L1;
constexpr QSize kFirstSize(1360, 860);
constexpr QSize kMinSize(720, 420);
}  // namespace

MainWindow::MainWindow(Services services, QWidget* parent)
    : QMainWindow(parent),
      m_services(std::move(services)),
      m_registry(this),
      m_opener(new PairOpener(m_services.session, m_services.prompt, m_services.guess, this)) {
  setObjectName(u"mainWindow"_s);
  setWindowIcon(programIcon());
  setMinimumSize(kMinSize);
  nameWindow({}, {});
  build();
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
  connect(m_notices, &NoticeStrip::focusLost, this, [this] { focusPage(m_stack->currentWidget()->focusWidget()); });
  connect(presenter, &SessionPresenter::pairShown, this, &MainWindow::nameWindow);
  connect(presenter, &SessionPresenter::pairShown, this, &MainWindow::rememberPair);
  // A pair that was just opened is shown, not left behind the help.
  connect(presenter, &SessionPresenter::pairShown, this, &MainWindow::goBack);
  connect(&m_services.session, &session::Session::busyChanged, &m_registry, &ActionRegistry::refresh);
  connect(&m_services.session, &session::Session::onlyOneSide, &m_registry, &ActionRegistry::refresh);
  connect(m_header, &PairHeader::actualRequested, m_opener, [this] { m_opener->requestSide(DropSide::Actual); });
  connect(m_header, &PairHeader::expectedRequested, m_opener, [this] { m_opener->requestSide(DropSide::Expected); });
  connect(m_rail, &NavRail::pageChosen, this, &MainWindow::showPage);
  connect(m_opener, &PairOpener::pairRequested, this, [this] {
    if (m_needPair.contains(m_current)) return;
    for (const QString& id : m_order)
      if (m_needPair.contains(id)) return showPage(id);
  });
  m_zones = new DropZones(this);
  connect(m_zones, &DropZones::dropped, m_opener, &PairOpener::openDropped);
  auto* menu = new MainMenu(m_registry, m_services.recent, this);
  menu->openBelow(*m_rail->menuButton());
  connect(menu, &MainMenu::recentChosen, m_opener, &PairOpener::openPair);
}

void MainWindow::addActions() {
  m_registry.add(lookActions(m_services.preferences));
  m_registry.add(windowActions({[this] { showCommands(); }, [this] { showPage(kHelp); }, [this] { showPage(kKeys); },
                                [this] { m_notices->focusNewest(); }, [this] { m_notices->dismissAll(); },
                                [this] { return !m_notices->ids().isEmpty(); },
                                [this] { close(); }}));
  for (const QString& scope : {kHelp, kKeys}) {
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
                   .text = tr("Go to %1").arg(page.title),
                   .group = tr("View"),
                   .iconName = page.iconName,
                   .shortcuts = keys,
                   .run = [this, id = page.id] { showPage(id); }}});
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
}

void MainWindow::finish(const QString& page) {
  addActions();
  m_rail->addPage(kKeys, tr("Keys"), u"keyboard"_s, tr("All keys (?)"), NavRail::Place::Bottom);
  m_rail->addPage(kHelp, tr("Help"), kHelp, tr("Help (F1)"), NavRail::Place::Bottom);
  auto* start = new StartPage(m_registry, m_services.recent, this);
  connect(start, &StartPage::recentChosen, m_opener, &PairOpener::openPair);
  connect(&m_services.session, &session::Session::onlyOneSide, start, &StartPage::setChosen);
  m_start = start;
  m_stack->addWidget(start);
  orderFocus();
  showPage(page.isEmpty() ? m_order.value(0) : page);
}

/// orderFocus puts the rail behind the page in front of it: Tab walks from the pair through the page to the navigation.
void MainWindow::orderFocus() {
  const QList<QAbstractButton*> buttons = m_rail->findChildren<QAbstractButton*>();
  QWidget* before = previousInFocusChain();
  while (before != this && (before->focusPolicy() == Qt::NoFocus || m_rail->isAncestorOf(before)))
    before = before->previousInFocusChain();
  for (QAbstractButton* button : buttons) {
    setTabOrder(before, button);
    before = button;
  }
}

void MainWindow::setCommitOpen(bool open) { m_start->setCommitOpen(open); }

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
      for (const QString& page : m_order) makePage(page);  // the keys of all of them are listed
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
  const bool empty = m_needPair.contains(id) && !m_services.session.snapshot();
  if (empty) widget = m_start;
  m_current = id;
  m_zones->setResting(m_takeDrops.contains(id));
  m_rail->setCurrent(id);
  const bool moved = m_stack->currentWidget() != widget;
  QWidget* last = widget->focusWidget();  // the stack gives a page without one its first button
  m_stack->setCurrentWidget(widget);
  m_headers->setCurrentWidget(m_headerOf.value(id, m_header));
  m_registry.setActiveScope(empty ? kStart : id);
  if (moved) focusPage(last);
  Q_EMIT pageShown(id);
}

/// focusPage puts the keyboard where it last was in the page in front, or where the page wants it.
void MainWindow::focusPage(QWidget* last) {
  QWidget* page = m_stack->currentWidget();
  (last != nullptr && last->isVisibleTo(page) ? last : page)->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showStatus(const QString& text) { m_status->showMessage(text); }
void MainWindow::goBack() { showPage(m_before.isEmpty() ? m_order.value(0) : m_before); }

void MainWindow::showCommands() {
  if (m_palette == nullptr) m_palette = new CommandPalette(m_registry, this);
  m_registry.refresh();
  m_palette->open();
}

void MainWindow::nameWindow(const QString& actualPath, const QString& expectedPath) {
  const bool empty = actualPath.isEmpty() && expectedPath.isEmpty();
  setWindowTitle(empty ? tr("Plumbline[*]") : tr("%1[*] - Plumbline").arg(recentTitle({actualPath, expectedPath})));
}

void MainWindow::rememberPair(const QString& actualPath, const QString& expectedPath) {
  // The sample lives in the cache and has a command of its own.
  const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
  const auto shown = m_services.session.snapshot();
  const bool isFile = !shown || shown->actual.isFile;  // merged shards cannot be opened again by their name
  if (isFile && !actualPath.startsWith(cache)) m_services.recent.add({actualPath, expectedPath});
}

void MainWindow::closeEvent(QCloseEvent* event) {
  m_services.settings.setValue(kGeometry, saveGeometry());
  QMainWindow::closeEvent(event);
}

}  // namespace plumbline::ui
