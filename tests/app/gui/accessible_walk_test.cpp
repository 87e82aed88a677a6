// SPDX-License-Identifier: GPL-3.0-or-later
// Walks what a screen reader sees of every page: each control has a name, the role of what it is, and can be reached with
// keys and with the mouse; each action has a line in a menu.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QHash>
#include <QLineEdit>
#include <QMenu>
#include <QMetaEnum>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSet>
#include <QSpinBox>
#include <QTest>
#include <QTextBrowser>

#include "tests/app/gui/walked_desk.h"
#include "ui/shell/main_menu.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;

namespace {

const QSet<QAccessible::Role> kControls{QAccessible::Button,  QAccessible::ButtonMenu,   QAccessible::CheckBox, QAccessible::RadioButton,
                                        QAccessible::ComboBox, QAccessible::EditableText, QAccessible::SpinBox,  QAccessible::Slider,
                                        QAccessible::Table,    QAccessible::Tree,         QAccessible::List,     QAccessible::PageTab,
                                        QAccessible::PageTabList, QAccessible::Document,  QAccessible::ProgressBar, QAccessible::Graphic};

bool isTable(QAccessible::Role role) { return role == QAccessible::Table || role == QAccessible::Tree || role == QAccessible::List; }

/// wantedRoles are those that a widget of this kind may have; empty: any.
QSet<QAccessible::Role> wantedRoles(const QWidget& widget) {
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
    return button->isCheckable() ? QSet{QAccessible::CheckBox, QAccessible::RadioButton, QAccessible::PageTab, QAccessible::Button,
                                        QAccessible::ButtonMenu}
                                 : QSet{QAccessible::Button, QAccessible::ButtonMenu, QAccessible::Link};
  if (qobject_cast<const QComboBox*>(&widget) != nullptr) return {QAccessible::ComboBox};
  if (qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr) return {QAccessible::SpinBox};
  if (qobject_cast<const QLineEdit*>(&widget) != nullptr || qobject_cast<const QPlainTextEdit*>(&widget) != nullptr)
    return {QAccessible::EditableText};
  if (qobject_cast<const QAbstractItemView*>(&widget) != nullptr)
    return {QAccessible::Table, QAccessible::Tree, QAccessible::List};
  return {};
}

class Walk {
 public:
  explicit Walk(QWidget& window) { visit(QAccessible::queryAccessibleInterface(&window)); }
  const QStringList& problems() const { return m_problems; }
  int controls() const { return m_controls; }

 private:
  void visit(QAccessibleInterface* node) {
    if (node == nullptr || node->state().invisible) return;
    check(*node);
    if (isTable(node->role())) return;  // their cells are checked by the pages' tests
    for (int i = 0; i < node->childCount(); ++i) visit(node->child(i));
  }

  void check(QAccessibleInterface& node) {
    const auto* widget = qobject_cast<const QWidget*>(node.object());
    if (widget == nullptr || !widget->isVisible()) return;
    const bool takesFocus = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isEnabled() && widget->focusProxy() == nullptr;
    const bool isControl = kControls.contains(node.role());
    if (!isControl && !takesFocus) return;
    ++m_controls;
    const auto report = [&](const QString& what) {
      m_problems << u"%1 \"%2\" (%3#%4 in %5): %6"_s.arg(qAccessibleRoleString(node.role()), node.text(QAccessible::Name),
                                                  QString::fromLatin1(widget->metaObject()->className()), widget->objectName(),
                                                  QString::fromLatin1(widget->parentWidget() ? widget->parentWidget()->metaObject()->className() : ""), what);
    };
    if (node.text(QAccessible::Name).trimmed().isEmpty()) report(u"has no name"_s);
    const QSet<QAccessible::Role> wanted = wantedRoles(*widget);
    if (!wanted.isEmpty() && !wanted.contains(node.role())) report(u"has another role than it looks like"_s);
    const bool scrolls = qobject_cast<const QScrollArea*>(widget) != nullptr;
    if (takesFocus && wanted.isEmpty() && !isControl && !scrolls && node.role() == QAccessible::Client)
      report(u"takes the keyboard and has no role"_s);
    if (!isControl || !node.state().focusable) return;
    if (node.rect().isEmpty() && !widget->visibleRegion().isEmpty()) report(u"has no place for the mouse"_s);
  }

  static QString qAccessibleRoleString(QAccessible::Role role) {
    return QString::fromLatin1(QMetaEnum::fromType<QAccessible::Role>().valueToKey(role));
  }

  QStringList m_problems;
  int m_controls = 0;
};

}  // namespace

class AccessibleWalkTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void aNamelessControlIsReported();
  void everyControlHasNameAndRole_data();
  void everyControlHasNameAndRole();
  void everyButtonIsReachedByKeys_data() { everyControlHasNameAndRole_data(); }
  void everyButtonIsReachedByKeys();
  void aChildThatHasGoneIsNone();
  void everyActionHasAMenuLine();
  void noKeyMeansTwoThings();
  void cleanupTestCase() { m_desk.reset(); }

 private:
  std::unique_ptr<WalkedDesk> m_desk;
};

void AccessibleWalkTest::initTestCase() {
  m_desk = std::make_unique<WalkedDesk>();
  m_desk->window.makePages();
}

void AccessibleWalkTest::aNamelessControlIsReported() {
  QWidget box;
  auto* field = new QLineEdit(&box);
  box.show();
  QCOMPARE(Walk(box).problems().size(), 1);
  field->setAccessibleName(u"Model"_s);
  QCOMPARE(Walk(box).problems(), QStringList());
}

void AccessibleWalkTest::everyControlHasNameAndRole_data() {
  QTest::addColumn<QString>("page");
  const QStringList pages = m_desk->pageIds();
  QVERIFY(pages.size() > 10);
  for (const QString& page : pages) QTest::newRow(qPrintable(page)) << page;
}

void AccessibleWalkTest::everyControlHasNameAndRole() {
  QFETCH(const QString, page);
  m_desk->showPage(page);
  const Walk walk(m_desk->window);
  QVERIFY2(walk.controls() > 10, qPrintable(QString::number(walk.controls())));
  QVERIFY2(walk.problems().isEmpty(), qUtf8Printable(walk.problems().join(u'\n')));
}

/// A button that Tab does not lead to has an action with a line in the menu, or its work is that of a key.
void AccessibleWalkTest::everyButtonIsReachedByKeys() {
  QFETCH(const QString, page);
  m_desk->showPage(page);
  QStringList problems;
  for (auto* button : m_desk->window.findChildren<QAbstractButton*>()) {
    if (!button->isVisible() || (button->focusPolicy() & Qt::TabFocus) != 0) continue;
    if (QAccessible::queryAccessibleInterface(button)->role() == QAccessible::PageTab) continue;  // arrows
    const QString words = button->accessibleName() + u' ' + button->toolTip() + u' ' + button->text();
    const bool hasKey = words.contains(u'(') && words.contains(u')');
    bool hasAction = false;
    for (const auto& entry : m_desk->window.registry().entries())
      hasAction = hasAction || (!button->accessibleName().isEmpty() && (entry.spec.text == button->accessibleName() || entry.spec.button == button->accessibleName()));
    const bool isPartOfField = qobject_cast<const QLineEdit*>(button->parentWidget()) != nullptr || button->parentWidget()->inherits("QHeaderView") ||
                               button->parentWidget()->inherits("QAbstractItemView");
    if (!hasKey && !hasAction && !isPartOfField)
      problems << u"%1 #%2 \"%3\""_s.arg(QString::fromLatin1(button->metaObject()->className()), button->objectName(), words);
  }
  QVERIFY2(problems.isEmpty(), qUtf8Printable(problems.join(u'\n')));
}

/// By mouse: the menus of a page together have all its actions, each once, with a text of its own.
/// A screen reader counts the children of an area and asks for each; a scroll bar may go in between.
void AccessibleWalkTest::aChildThatHasGoneIsNone() {
  const auto areas = m_desk->window.findChildren<QScrollArea*>();
  QVERIFY(!areas.isEmpty());
  for (QScrollArea* area : areas) {
    QAccessibleInterface* node = QAccessible::queryAccessibleInterface(area);
    QCOMPARE(node->role(), QAccessible::Client);
    QVERIFY(node->childCount() > 0 && node->child(0) != nullptr);
    QVERIFY(node->child(node->childCount()) == nullptr && node->child(-1) == nullptr);
  }
}

void AccessibleWalkTest::everyActionHasAMenuLine() {
  const auto& registry = m_desk->window.registry();
  auto* menu = m_desk->window.findChild<ui::MainMenu*>();
  QVERIFY(menu != nullptr);
  QStringList missing;
  QSet<QString> scopes;
  for (const auto& entry : registry.entries()) scopes << entry.scope;
  for (const QString& scope : std::as_const(scopes)) {
    if (!scope.isEmpty()) m_desk->window.showPage(scope);
    QHash<QString, int> lines;
    for (QAction* group : menu->actions()) {
      Q_EMIT group->menu()->aboutToShow();
      for (const QAction* line : group->menu()->actions()) {
        ++lines[line->objectName()];
        if (line->menu() != nullptr)
          for (const QAction* inner : line->menu()->actions()) ++lines[inner->objectName()];
      }
    }
    for (const auto& entry : registry.entries()) {
      if (entry.scope != scope || entry.spec.id.endsWith(u"Key"_s)) continue;  // a second key has no line of its own
      if (lines.value(u"menu."_s + entry.spec.id) != 1) missing << entry.spec.id;
      if (entry.spec.text.trimmed().isEmpty()) missing << entry.spec.id + u": no text"_s;
    }
  }
  QVERIFY2(missing.isEmpty(), qUtf8Printable(missing.join(u'\n')));
}

/// A key of a page that is also one of the window would do neither.
void AccessibleWalkTest::noKeyMeansTwoThings() {
  QVERIFY(m_desk->window.registry().run(u"view.commands"_s));  // makes all pages
  QStringList problems;
  for (const auto& conflict : m_desk->window.registry().conflicts())
    problems << conflict.key.toString() + u": "_s + conflict.firstId + u", "_s + conflict.secondId;
  QVERIFY2(problems.isEmpty(), qUtf8Printable(problems.join(u'\n')));
}

QTEST_MAIN(AccessibleWalkTest)
#include "accessible_walk_test.moc"
