// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a bisection by keys and mouse: the form and what is wrong in it, results that are reported and taken back, the file
// that another process writes, the command for a terminal.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "tests/ui/flaky/prepared_prompt.h"
#include "ui/bisect/bisect_form.h"
#include "ui/bisect/bisect_page.h"
#include "ui/bisect/bisect_table.h"
#include "ui/support/empty_state.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class BisectPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup() {
    m_page.reset();
    m_session.reset();
    m_folder.reset();
  }
  void beginsByKeys();
  void namesWhatIsWrongInTheForm();
  void reportsAndTakesBack();
  void testsAnEndAgain();
  void showsSubjects();
  void followsTheFile();
  void namesABadFile();
  void copiesTheCommand();
  void namesItsParts();

 private:
  QString file(const QString& name) const { return m_folder->filePath(name); }
  void write(const QString& name, const QByteArray& bytes) const {
    QFile out(file(name));
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(bytes);
  }
  void begin(int commits = 8);
  ui::BisectTable* table() const { return m_page->findChild<ui::BisectTable*>(); }
  QListWidget* log() const { return m_page->findChild<QListWidget*>(); }
  QString cell(int row, ui::BisectColumn column) const {
    return table()->model()->index(row, static_cast<int>(column)).data().toString();
  }
  QLineEdit* field(const QString& name) const {
    for (auto* each : m_page->findChildren<QLineEdit*>())
      if (each->accessibleName() == name) return each;
    return nullptr;
  }
  const ui::FieldBox* box(const QString& name) const { return qobject_cast<const ui::FieldBox*>(field(name)->parentWidget()); }
  QPushButton* button(const QString& name) const { return m_page->findChild<QPushButton*>(name); }
  void run(const QString& id) const {
    for (const ui::ActionSpec& action : m_page->actions()) {
      if (action.id != id) continue;
      QVERIFY2(!action.enabled || action.enabled(), qPrintable(id));
      return action.run();
    }
    QFAIL("no such action");
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  testing::PreparedPrompt m_prompt;
  std::unique_ptr<session::BisectSession> m_session;
  std::unique_ptr<ui::BisectPage> m_page;
};

void BisectPageTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  m_prompt.answer.clear();
  m_session = std::make_unique<session::BisectSession>();
  m_page = std::make_unique<ui::BisectPage>(ui::Theme::load(ui::Scheme::Light), *m_session, m_prompt);
  m_page->resize(1000, 600);
  m_page->show();
  QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void BisectPageTest::begin(int commits) {
  QByteArray names;
  for (int i = 0; i < commits; ++i) names += "c" + QByteArray::number(i) + '\n';
  write(u"names.txt"_s, names);
  m_session->start(file(u"b.json"_s), {.commitsFile = file(u"names.txt"_s).toStdString()});
  QTRY_COMPARE(table()->model()->rowCount(), commits);
}

void BisectPageTest::beginsByKeys() {
  auto* empty = m_page->findChild<ui::EmptyState*>();
  QVERIFY(empty->isVisible());
  QVERIFY(empty->focusFirst(Qt::OtherFocusReason));
  QTest::keyClick(qApp->focusWidget(), Qt::Key_Space);
  QVERIFY(m_page->findChild<ui::BisectForm*>()->isVisible());
  write(u"names.txt"_s, "a\nb\nc\nd\n");
  m_prompt.answer = {file(u"names.txt"_s)};
  for (auto* each : m_page->findChildren<QToolButton*>())
    if (each->accessibleName() == u"Choose the file of commits"_s) QTest::mouseClick(each, Qt::LeftButton);
  QCOMPARE(field(u"Or a file of commits, oldest first, one a line"_s)->text(), file(u"names.txt"_s));
  QLineEdit* state = field(u"File that keeps the bisection"_s);
  state->setFocus();
  QTest::keyClicks(state, file(u"b.json"_s));
  QTest::keyClick(state, Qt::Key_Return);
  QTRY_COMPARE(table()->model()->rowCount(), 4);
  QVERIFY(table()->hasFocus());
  QCOMPARE(cell(0, ui::BisectColumn::Role), u"good end"_s);
  QVERIFY(cell(3, ui::BisectColumn::Role).startsWith(u"bad end"_s));
  // The commit to run next is selected.
  QVERIFY(cell(table()->currentIndex().row(), ui::BisectColumn::Role).contains(u"run next"_s));
  QVERIFY(QFile::exists(file(u"b.json"_s)));
}

void BisectPageTest::namesWhatIsWrongInTheForm() {
  run(u"bisect.start"_s);
  QTest::mouseClick(button(u"bisectStart"_s), Qt::LeftButton);
  QVERIFY(!box(u"Git repository"_s)->problem().isEmpty());
  QVERIFY(!box(u"Good commit"_s)->problem().isEmpty());
  QVERIFY(!box(u"File that keeps the bisection"_s)->problem().isEmpty());
  field(u"File that keeps the bisection"_s)->setText(file(u"b.json"_s));
  field(u"Or a file of commits, oldest first, one a line"_s)->setText(file(u"none.txt"_s));
  QTest::mouseClick(button(u"bisectStart"_s), Qt::LeftButton);
  QTRY_VERIFY(!box(u"Or a file of commits, oldest first, one a line"_s)->problem().isEmpty());
  QVERIFY(box(u"Git repository"_s)->problem().isEmpty());
  // A file that is something else is not replaced.
  write(u"names.txt"_s, "a\nb\n");
  write(u"b.json"_s, "my notes");
  field(u"Or a file of commits, oldest first, one a line"_s)->setText(file(u"names.txt"_s));
  QTest::mouseClick(button(u"bisectStart"_s), Qt::LeftButton);
  QTRY_VERIFY2(box(u"File that keeps the bisection"_s)->problem().contains(u"another file"_s),
               qPrintable(box(u"File that keeps the bisection"_s)->problem()));
  QFile notes(file(u"b.json"_s));
  QVERIFY(notes.open(QIODevice::ReadOnly));
  QCOMPARE(notes.readAll(), "my notes");
  QTest::keyClick(m_page->findChild<ui::BisectForm*>(), Qt::Key_Escape);
  QVERIFY(m_page->findChild<ui::EmptyState*>()->isVisible());
}

void BisectPageTest::reportsAndTakesBack() {
  begin();
  const QAbstractItemModelTester tester(table()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
  const int first = table()->currentIndex().row();
  QVERIFY(!button(u"bisectUndo"_s)->isEnabled());
  QTest::mouseClick(button(u"bisectFail"_s), Qt::LeftButton);
  QTRY_COMPARE(cell(first, ui::BisectColumn::Fails), u"1"_s);
  QCOMPARE(log()->count(), 1);
  QVERIFY(log()->item(0)->text().contains(u"\u2717 failed"_s));
  // The selection follows the commit to run next; one press after the other is kept, however fast they come.
  for (int i = 0; i < 3; ++i) run(u"bisect.pass"_s);
  QTRY_COMPARE(log()->count(), 4);
  QCOMPARE(m_page->statusText(), u"8 commits, 4 runs"_s);
  run(u"bisect.undo"_s);
  QTRY_COMPARE(log()->count(), 3);
  // The posterior narrows: a commit that fails always and the one before it that never does.
  table()->goTo(4);
  for (int i = 0; i < 12; ++i) {
    m_session->report(u"c4"_s, true);
    m_session->report(u"c3"_s, false);
  }
  QTRY_COMPARE(log()->count(), 27);
  QVERIFY2(cell(4, ui::BisectColumn::Role).contains(u"answer"_s), qPrintable(cell(4, ui::BisectColumn::Role)));
  QVERIFY(m_page->findChild<ui::WordsLabel*>()->text().remove(QChar(0x200b)).contains(u"first bad commit"_s));
  QCOMPARE(table()->currentIndex().row(), 4);
}

void BisectPageTest::testsAnEndAgain() {
  begin();
  m_session->report(u"c7"_s, true);
  m_session->report(u"c7"_s, true);
  QTRY_COMPARE(log()->count(), 2);
  QVERIFY(log()->item(0)->text().endsWith(u"end tested again"_s));
  QVERIFY(!log()->item(1)->text().contains(u"again"_s));
}

void BisectPageTest::showsSubjects() {
  const std::string first(40, '1'), second(40, '2');
  sources::BisectState state;
  state.repository = "/nowhere";
  state.commits = {first, second};
  state.subjects = {"Add the pass", "Fuse <b>it</b>"};
  state.results = {{.commit = 1, .hasFailed = true}, {.commit = 0, .hasFailed = false}, {.commit = 1, .hasFailed = true}, {.commit = 0, .hasFailed = false}};
  state.stamp = files::kNoFile;
  QVERIFY(sources::saveBisectState(file(u"b.json"_s).toStdString(), state));
  m_session->open(file(u"b.json"_s));
  QTRY_COMPARE(table()->model()->rowCount(), 2);
  QCOMPARE(cell(1, ui::BisectColumn::Commit), u"222222222222 \"Fuse <b>it</b>\""_s);
  QVERIFY(table()->columnWidth(static_cast<int>(ui::BisectColumn::Commit)) > table()->columnWidth(static_cast<int>(ui::BisectColumn::Role)));
  const QString tip = table()->model()->index(0, 0).data(Qt::ToolTipRole).toString();
  QVERIFY2(tip.startsWith(QString::fromStdString(first) + u" Add the pass: "_s), qPrintable(tip));
  QVERIFY(log()->item(log()->count() - 1)->text().endsWith(u"failed \"Fuse <b>it</b>\""_s));
  const QString answer = m_page->findChild<ui::WordsLabel*>()->text().remove(QChar(0x200b));
  QVERIFY2(answer.contains(u"fails in 2 of 2 runs (33.3 % to 100.0 %)"_s), qPrintable(answer));
}

void BisectPageTest::followsTheFile() {
  begin();
  table()->goTo(6);
  const auto outside = sources::addBisectResult(file(u"b.json"_s).toStdString(), "c2", true);
  QVERIFY(outside);
  QTRY_COMPARE(log()->count(), 1);
  QCOMPARE(cell(2, ui::BisectColumn::Fails), u"1"_s);
  QCOMPARE(table()->currentIndex().row(), 6);  // what a person selected stays
  QVERIFY(QFile::remove(file(u"b.json"_s)));
  QTRY_VERIFY(m_page->statusText().contains(u"was removed"_s));
  QCOMPARE(table()->model()->rowCount(), 8);
}

void BisectPageTest::namesABadFile() {
  write(u"bad.json"_s, "{}");
  m_prompt.answer = {file(u"bad.json"_s)};
  run(u"bisect.open"_s);
  auto* empty = m_page->findChild<ui::EmptyState*>();
  QTRY_COMPARE(empty->title(), u"The bisection cannot be opened"_s);
  begin();
  run(u"bisect.open"_s);
  QTRY_VERIFY(m_page->statusText().contains(u"no state of a bisection"_s));
  QCOMPARE(table()->model()->rowCount(), 8);
}

void BisectPageTest::copiesTheCommand() {
  begin();
  run(u"bisect.copy"_s);
  QCOMPARE(QGuiApplication::clipboard()->text(), u"plumbline-cli bisect run --state %1 -- ./test.sh\n"_s.arg(file(u"b.json"_s)));
}

void BisectPageTest::namesItsParts() {
  begin();
  for (auto* each : m_page->findChildren<QAbstractButton*>()) {
    if (!each->isVisible()) continue;
    QVERIFY2(!each->accessibleName().isEmpty() || !each->text().isEmpty(), qPrintable(each->objectName()));
    QVERIFY2(!each->toolTip().isEmpty(), qPrintable(each->text()));
  }
  const QModelIndex share = table()->model()->index(0, static_cast<int>(ui::BisectColumn::Probability));
  QVERIFY(share.data(Qt::AccessibleTextRole).toString().startsWith(u"First bad: "_s));
  QVERIFY(!log()->accessibleName().isEmpty());
}

QTEST_MAIN(BisectPageTest)
#include "bisect_page_test.moc"
