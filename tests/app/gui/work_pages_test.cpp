// SPDX-License-Identifier: GPL-3.0-or-later
// The window as the program puts it together: every page, one session, one undo list. From a failing pair to saved files
// with keys alone.
#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "app/gui/application.h"
#include "tests/app/gui/desk.h"
#include "tests/support/test_folder.h"
#include "ui/shell/status_line.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;

namespace {

constexpr auto kBaseline = "name,accuracy,graph_breaks\n\n\n\nalpha,pass,0\n\n\n\nbeta,pass,7\n\n\n\ngamma,fail_to_run,0\n";
constexpr auto kRun = "name,accuracy,graph_breaks\nalpha,pass,0\nbeta,pass,9\ngamma,pass,3\n";
constexpr auto kAccepted = "name,accuracy,graph_breaks\n\n\n\nalpha,pass,0\n\n\n\nbeta,pass,9\n\n\n\ngamma,pass,3\n";

}  // namespace

class WorkPagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void noKeyMeansTwoThings();
  void everyControlHasAName();
  void pagesWithoutAPair();
  void keysLeadToTheReview_data();
  void keysLeadToTheReview();
  void fromFailureToSavedFileByKeys();
  void unsavedEditsComeBack();
  void conflictsLeadToTheChoiceOfSides();
  void answeredNoticeGivesTheKeyboardBack();
  void aPageThatComesBackHasItsKeyboard();
  void progressIsSaidOnce();
  void stateFolderFollowsTheSpecification();
  void namesOfStrangersAreLetters();

 private:
  QString path(const QString& name) const { return m_folder->path(name); }
  void write(const QString& name, const QByteArray& bytes) const { m_folder->write(name, bytes); }
  QByteArray read(const QString& name) const { return m_folder->read(name); }
  void open(Desk& desk) const {
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
    desk.session.open(path(u"actual.csv"_s), path(u"inductor_timm_training.csv"_s));
    QVERIFY(shown.wait());
  }
  static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
  }

  std::unique_ptr<support::TestFolder> m_folder;
};

void WorkPagesTest::init() {
  m_folder = std::make_unique<support::TestFolder>();
  write(u"inductor_timm_training.csv"_s, kBaseline);
  write(u"actual.csv"_s, kRun);
}

void WorkPagesTest::noKeyMeansTwoThings() {
  Desk desk(m_folder->path());
  desk.window.showPage(u"keys"_s);  // which makes every page
  QStringList conflicts;
  for (const ui::ShortcutConflict& c : desk.window.registry().conflicts())
    conflicts << c.key.toString() + u' ' + c.firstId + u' ' + c.secondId;
  QVERIFY2(conflicts.isEmpty(), qPrintable(conflicts.join(u'\n')));
}

void WorkPagesTest::everyControlHasAName() {
  Desk desk(m_folder->path());
  open(desk);
  for (const QString& page : {u"overview"_s, u"matrix"_s, u"model"_s, u"sources"_s, u"review"_s, u"flaky"_s, u"triage"_s})
    desk.window.showPage(page);
  for (const QWidget* widget : desk.window.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(u"qt_"_s)) continue;
    // The words of a button or label are its name.
    if (qobject_cast<const QLabel*>(widget) != nullptr) continue;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    if (button != nullptr && button->isHidden()) continue;  // an empty state with fewer ways out
    if (widget->parentWidget()->inherits("QComboBoxPrivateContainer")) continue;  // the list that Qt opens under a box
    QVERIFY2(!widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()),
             qPrintable(QStringList({QString::fromLatin1(widget->metaObject()->className()), widget->objectName(), u"in"_s,
                                     QString::fromLatin1(widget->parentWidget()->metaObject()->className()),
                                     widget->parentWidget()->objectName()})
                            .join(u' ')));
  }
}

void WorkPagesTest::pagesWithoutAPair() {
  Desk desk(m_folder->path());
  for (const QString& page : {u"overview"_s, u"matrix"_s, u"model"_s, u"sources"_s, u"review"_s, u"flaky"_s}) {
    desk.window.showPage(page);
    QCOMPARE(desk.window.currentPage(), page);
    QVERIFY(!desk.window.findChild<QWidget*>(u"startPage"_s)->isVisible());
  }
}

void WorkPagesTest::keysLeadToTheReview_data() {
  QTest::addColumn<int>("key");
  QTest::addColumn<int>("modifiers");
  QTest::newRow("R") << int(Qt::Key_R) << int(Qt::NoModifier);
  QTest::newRow("save") << int(Qt::Key_S) << int(Qt::ControlModifier);
  QTest::newRow("from anywhere") << int(Qt::Key_E) << int(Qt::ControlModifier | Qt::ShiftModifier);
}

void WorkPagesTest::keysLeadToTheReview() {
  QFETCH(int, key);
  QFETCH(int, modifiers);
  Desk desk(m_folder->path());
  open(desk);
  press(static_cast<Qt::Key>(key), Qt::KeyboardModifiers(modifiers));
  QCOMPARE(desk.window.currentPage(), u"review"_s);
}

void WorkPagesTest::fromFailureToSavedFileByKeys() {
  Desk desk(m_folder->path());
  open(desk);
  QVERIFY(!desk.window.isWindowModified());
  press(Qt::Key_A);  // beta gets more graph breaks: a reason is asked for
  auto* reason = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  QVERIFY(reason != nullptr);
  QTest::keyClicks(reason, u"new capture"_s);
  press(Qt::Key_Return);
  press(Qt::Key_A);  // gamma has improved
  QCOMPARE(desk.edits.drafts().decisions().size(), std::size_t(2));
  QVERIFY(desk.window.isWindowModified());
  QCOMPARE(read(u"inductor_timm_training.csv"_s), QByteArray(kBaseline));

  press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  press(Qt::Key_S, Qt::ControlModifier);
  QTRY_COMPARE(read(u"inductor_timm_training.csv"_s), QByteArray(kAccepted));
  QTRY_COMPARE(shown.size(), 1);  // the pair is judged anew
  QCOMPARE(desk.session.snapshot()->comparison->ciExit(), 0);
  QVERIFY(!desk.window.isWindowModified());

  press(Qt::Key_Z, Qt::ControlModifier);  // undo reaches over the save
  press(Qt::Key_Z, Qt::ControlModifier);
  QVERIFY(desk.window.isWindowModified());
  press(Qt::Key_S, Qt::ControlModifier);
  QTRY_COMPARE(read(u"inductor_timm_training.csv"_s), QByteArray(kBaseline));
}

void WorkPagesTest::unsavedEditsComeBack() {
  {
    Desk desk(m_folder->path());
    open(desk);
    press(Qt::Key_J);
    press(Qt::Key_A);  // gamma
    QVERIFY(desk.window.isWindowModified());
  }
  Desk desk(m_folder->path());
  QCOMPARE(desk.window.notices().ids().size(), 1);
  QVERIFY(desk.window.notices().ids().first().startsWith(u"edits:left:"_s));
}

void WorkPagesTest::conflictsLeadToTheChoiceOfSides() {
  write(u"inductor_timm_training.csv"_s,
        "name,accuracy,graph_breaks\n<<<<<<< HEAD\nalpha,pass,0\n=======\nalpha,pass,4\n>>>>>>> other\nbeta,pass,9\n");
  Desk desk(m_folder->path());
  open(desk);
  QVERIFY(desk.window.notices().row(u"expected"_s) != nullptr);
  press(Qt::Key_F6);
  QVERIFY(desk.window.notices().isAncestorOf(QApplication::focusWidget()));
  auto* resolve = desk.window.notices().row(u"expected"_s)->findChild<QPushButton*>(u"noticeAction"_s);
  QVERIFY(resolve != nullptr);
  QCOMPARE(resolve->text(), u"Resolve"_s);
  resolve->setFocus();
  press(Qt::Key_Space);
  QCOMPARE(desk.window.currentPage(), u"review"_s);
  press(Qt::Key_1);
  press(Qt::Key_Return);
  press(Qt::Key_S, Qt::ControlModifier);
  QTRY_COMPARE(read(u"inductor_timm_training.csv"_s), QByteArray("name,accuracy,graph_breaks\nalpha,pass,0\nbeta,pass,9\n"));
  QTRY_VERIFY(desk.window.notices().row(u"expected"_s) == nullptr);
}

void WorkPagesTest::answeredNoticeGivesTheKeyboardBack() {
  {
    Desk desk(m_folder->path());
    open(desk);
    press(Qt::Key_J);
    press(Qt::Key_A);
  }
  Desk desk(m_folder->path());
  open(desk);
  QWidget* table = QApplication::focusWidget();
  press(Qt::Key_F6);
  QCOMPARE(qobject_cast<QAbstractButton*>(QApplication::focusWidget())->text(), u"Restore"_s);
  press(Qt::Key_Space);
  QVERIFY(desk.window.notices().ids().isEmpty());
  QCOMPARE(desk.window.currentPage(), u"review"_s);  // what was restored is shown
  QVERIFY(desk.window.pageWidget().isAncestorOf(QApplication::focusWidget()));
  press(Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(QApplication::focusWidget(), table);
}

void WorkPagesTest::aPageThatComesBackHasItsKeyboard() {
  Desk desk(m_folder->path());
  open(desk);
  press(Qt::Key_J);
  press(Qt::Key_A);
  QWidget* table = QApplication::focusWidget();
  press(Qt::Key_R);
  QVERIFY(qobject_cast<QTreeView*>(QApplication::focusWidget()) != nullptr);
  press(Qt::Key_3, Qt::ControlModifier);
  QCOMPARE(QApplication::focusWidget(), table);
}

void WorkPagesTest::progressIsSaidOnce() {
  Desk desk(m_folder->path());
  open(desk);
  press(Qt::Key_J);
  press(Qt::Key_A);
  int said = 0;
  for (const QLabel* label : desk.window.findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains(u"1 of 2 decided"_s)) ++said;
  QCOMPARE(said, 1);
  QCOMPARE(desk.window.status().findChild<QToolButton*>(u"statusEdits"_s)->text(), u"1 edit in 1 file \u00b7 Review (Ctrl+Shift+E)"_s);
}

void WorkPagesTest::stateFolderFollowsTheSpecification() {
  const QByteArray before = qgetenv("XDG_STATE_HOME");
  qputenv("XDG_STATE_HOME", "/somewhere/state");
  QCOMPARE(app::stateFolder(), u"/somewhere/state/plumbline"_s);
  qputenv("XDG_STATE_HOME", "relative");
  QCOMPARE(app::stateFolder(), QDir::homePath() + u"/.local/state/plumbline"_s);
  qunsetenv("XDG_STATE_HOME");
  QCOMPARE(app::stateFolder(), QDir::homePath() + u"/.local/state/plumbline"_s);
  if (!before.isNull()) qputenv("XDG_STATE_HOME", before);
}

/// A folder, a model and a flaky entry that look like HTML: no label and no tooltip of the window loads what they name.
void WorkPagesTest::namesOfStrangersAreLetters() {
  const QString evil = u"<img src=&#47;dev&#47;zero>"_s;
  const QByteArray model = evil.toUtf8();
  write(evil + u"/inductor_timm_training.csv"_s, "name,accuracy,graph_breaks\n" + model + ",pass,0\nbeta,pass,7\n");
  write(evil + u"/actual.csv"_s, "name,accuracy,graph_breaks\n" + model + ",fail_to_run,0\nbeta,pass,9\n");
  write(evil + u"/flaky.toml"_s, "[[flaky]]\nname = \"" + model + "\"\nreason = \"" + model + "\"\nowner = \"" + model + "\"\n");
  Desk desk(m_folder->path());
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  desk.session.open(path(evil + u"/actual.csv"_s), path(evil + u"/inductor_timm_training.csv"_s));
  QVERIFY(shown.wait());
  press(Qt::Key_N);
  QTest::keyClicks(QApplication::focusWidget(), evil);
  press(Qt::Key_Return);
  int labels = 0, tooltips = 0;
  for (const QString& page : {u"triage"_s, u"review"_s, u"flaky"_s, u"compare"_s, u"charts"_s, u"overview"_s, u"matrix"_s,
                              u"sources"_s, u"model"_s, u"runs"_s, u"numerics"_s}) {
    desk.window.showPage(page);
    QCoreApplication::processEvents();
    for (QWidget* widget : desk.window.findChildren<QWidget*>()) {
      if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        const bool isEscaped = label->textFormat() == Qt::RichText && !label->text().contains(u"<img"_s);
        QVERIFY2(label->textFormat() == Qt::PlainText || isEscaped, qPrintable(page + u": "_s + label->text()));
        if (label->isVisible() && label->text().contains(evil)) ++labels;
      }
      if (!widget->isVisible() || !widget->toolTip().contains(evil)) continue;
      ++tooltips;
      QHelpEvent help(QEvent::ToolTip, QPoint(1, 1), widget->mapToGlobal(QPoint(1, 1)));
      QCoreApplication::sendEvent(widget, &help);
      for (QWidget* top : QApplication::topLevelWidgets())
        if (top->inherits("QTipLabel")) {
          QCOMPARE(qobject_cast<QLabel*>(top)->textFormat(), Qt::PlainText);
        }
    }
  }
  QVERIFY2(labels > 0 && tooltips > 0, qPrintable(u"%1 labels, %2 tooltips"_s.arg(labels).arg(tooltips)));
}

QTEST_MAIN(WorkPagesTest)
#include "work_pages_test.moc"
