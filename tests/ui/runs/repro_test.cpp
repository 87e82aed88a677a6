// SPDX-License-Identifier: GPL-3.0-or-later
// Repro scripts on the page of runs: the form reads a script and offers its options, the details tell what came of it,
// what a run left goes into the form with one key.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabBar>
#include <QToolButton>

#include "core/runs/repro/repro_options.h"
#include "tests/support/fake_checkout.h"
#include "tests/ui/runs/page_parts.h"
#include "tests/ui/runs/repro_fixture.h"
#include "ui/runs/form/form_values.h"
#include "ui/runs/form/repro_fields.h"
#include "ui/runs/form/script_form.h"
#include "ui/runs/log/log_canvas.h"
#include "ui/runs/queue_model.h"
#include "ui/runs/repro/repro_results.h"
#include "ui/runs/repro/repro_view.h"
#include "ui/runs/run_details.h"
#include "ui/runs/task_model.h"
#include "ui/runs/why_controller.h"
#include "ui/shell/action_registry.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using runs::RunKind;
using runs::RunState;
using testing::fieldsOf;
using testing::formOf;
using testing::kDiffers;
using testing::madeRepro;
using testing::panelOf;
using testing::reproSpec;
using testing::Shown;
using testing::standIn;
using testing::startOf;
using testing::tableOf;

namespace {

/// Everything that an after_aot script may be asked.
constexpr const char* kAot =
    "import torch\nimport torch.fx as fx\n"
    "class Repro(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "    def forward(self, arg0_1):\n        add = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None\n        return (add,)\n"
    "def load_args(reader):\n    buf0 = reader.storage('abcdef0123456789abcdef', 2048)\n    reader.tensor(buf0, (8, 64), is_leaf=True)\n"
    "load_args._version = 0\nmod = Repro()\nif __name__ == '__main__':\n"
    "    from torch._dynamo.repro.after_aot import run_repro\n"
    "    run_repro(mod, load_args, accuracy=False, command='run', save_dir='/nowhere/at/all', tracing_mode='real', check_str=None)\n";

QString script(Shown& shown, const QByteArray& text, const QString& name = u"repro.py"_s) {
  QString path = shown.folder.filePath(name);
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) qFatal("no script");
  file.write(text);
  return path;
}

ui::ReproView* viewOf(Shown& shown) { return shown.page.findChild<ui::ReproView*>(); }
ui::RunDetails* detailsOf(Shown& shown) { return shown.page.findChild<ui::RunDetails*>(); }
ui::ReproFields* reproOf(Shown& shown) { return fieldsOf(shown)->repro; }
bool isReady(Shown& shown) { return !formOf(shown)->error(); }

QStringList visibleBoxes(Shown& shown) {
  QStringList names;
  for (const ui::FieldBox* each : reproOf(shown)->boxes())
    if (each->isVisible()) names << each->field()->accessibleName();
  return names;
}

void show(Shown& shown, const std::vector<runs::RunPtr>& all) {
  shown.show(all);
  tableOf(shown)->goTo(0);
}

}  // namespace

class ReproPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints).*"_s)); }

  void aScriptFillsTheForm() {
    Shown shown;
    shown.page.showScript(standIn(u"deterministic"_s), 10);
    QTRY_VERIFY(isReady(shown));
    QVERIFY2(reproOf(shown)->summary().contains(u"after dynamo \u00b7 backend inductor \u00b7 compares accuracy"_s),
             qPrintable(reproOf(shown)->summary()));
    QVERIFY2(reproOf(shown)->summary().contains(u"Random numbers take their place"_s), qPrintable(reproOf(shown)->summary()));
    const runs::RunSpec spec = shown.page.spec();
    QCOMPARE(spec.kind, RunKind::Repro);
    QCOMPARE(spec.repeats, 10);
    QCOMPARE(spec.eagerRuns, runs::kEagerRuns);
    QVERIFY2(formOf(shown)->commands().contains(u"deterministic.py"_s), qPrintable(formOf(shown)->commands()));
    QVERIFY2(formOf(shown)->commands().contains(u"--backend eager"_s), qPrintable(formOf(shown)->commands()));
    shown.run(u"runs.copyCommands"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), formOf(shown)->commands());
    QVERIFY(!fieldsOf(shown)->checkout->isVisible());
    QVERIFY(!fieldsOf(shown)->models->isVisible());
  }

  void onlyTheOptionsOfTheFormAndTheCommandAreShown() {
    Shown shown;
    shown.page.showScript(standIn(u"healthy"_s));
    QTRY_VERIFY(isReady(shown));
    QStringList boxes = visibleBoxes(shown);
    QVERIFY(boxes.contains(u"Backend"_s));
    QVERIFY(!boxes.contains(u"Tracing mode"_s));
    auto* command = qobject_cast<QComboBox*>(reproOf(shown)->boxes()[1]->field());
    QCOMPARE(command->count(), 2);
    QVERIFY(visibleBoxes(shown).contains(u"Forward only"_s));
    command->setCurrentIndex(command->findText(u"minify"_s));
    QVERIFY(!visibleBoxes(shown).contains(u"Forward only"_s));
    QVERIFY2(formOf(shown)->commands().contains(u" minify"_s), qPrintable(formOf(shown)->commands()));
    QVERIFY(!fieldsOf(shown)->eagerRuns->isVisible());  // minify has no such runs

    shown.page.showScript(script(shown, kAot));
    QTRY_VERIFY2(isReady(shown), qPrintable(panelOf(shown)->findingsText()));
    QCOMPARE(command->count(), 5);
    boxes = visibleBoxes(shown);
    QVERIFY(!boxes.contains(u"Backend"_s));
    QVERIFY(boxes.contains(u"Tracing mode"_s));
    QVERIFY2(reproOf(shown)->summary().contains(u"abcdef012345"_s), qPrintable(reproOf(shown)->summary()));
    QVERIFY2(reproOf(shown)->summary().contains(u"after AOT"_s), qPrintable(reproOf(shown)->summary()));
    command->setCurrentIndex(command->findText(u"minify"_s));
    auto* granularity = shown.page.findChild<ui::ReproFields*>()->findChild<QSpinBox*>();
    granularity->setValue(3);
    QVERIFY(formOf(shown)->error());  // no power of two
    QVERIFY(!startOf(shown)->isEnabled());
    granularity->setValue(4);
    QVERIFY(!formOf(shown)->error());
    QVERIFY2(formOf(shown)->commands().contains(u"--max-granularity 4"_s), qPrintable(formOf(shown)->commands()));
  }

  void aBadScriptIsSaidAtTheField_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no repro") << QByteArray("print('hello')\n");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no text") << QByteArray("\x00\xff\xfe\x01", 4);
  }
  void aBadScriptIsSaidAtTheField() {
    QFETCH(QByteArray, text);
    Shown shown;
    shown.page.showScript(script(shown, text));
    QTRY_VERIFY(!reproOf(shown)->boxes()[0]->problem().isEmpty());
    QVERIFY(!startOf(shown)->isEnabled());
    QVERIFY2(startOf(shown)->toolTip().startsWith(u"Cannot start: "_s), qPrintable(startOf(shown)->toolTip()));
    QVERIFY(formOf(shown)->commands().isEmpty());
    reproOf(shown)->script->setText(u"/no/such/file.py"_s);
    QTRY_VERIFY(!reproOf(shown)->boxes()[0]->problem().isEmpty());
    reproOf(shown)->script->setText(standIn(u"healthy"_s));
    QTRY_VERIFY(isReady(shown));
    QVERIFY(reproOf(shown)->boxes()[0]->problem().isEmpty());
  }

  void whileItIsReadNothingIsWrong() {
    Shown shown;
    shown.page.showScript(standIn(u"healthy"_s));
    QVERIFY(formOf(shown)->error());
    QVERIFY(reproOf(shown)->boxes()[0]->problem().isEmpty());
    QVERIFY(!startOf(shown)->isEnabled());
    QTRY_VERIFY(isReady(shown));
  }

  void everySpecComesBack_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("none") << QStringList();
    QTest::newRow("accuracy") << QStringList{u"run"_s, u"--no-accuracy"_s, u"--only-fwd"_s};
    QTest::newRow("minify") << QStringList{u"minify"_s, u"--backend"_s, u"aot_eager"_s, u"--save-dir"_s, u"/a b"_s};
    QTest::newRow("no folder") << QStringList{u"run"_s, u"--no-save-dir"_s, u"--no-autocast"_s};
  }
  void everySpecComesBack() {
    QFETCH(QStringList, arguments);
    Shown shown;
    runs::RunSpec spec = reproSpec(standIn(u"healthy"_s));
    std::vector<std::string> words;
    for (const QString& word : arguments) words.push_back(word.toStdString());
    const auto read = runs::readReproScript(spec.script);
    const auto made = runs::specForRepro(*read, ui::reproOptionsOf(words), 3);
    QVERIFY(made.has_value());
    spec = *made;
    spec.title = "mine";
    spec.environment.emplace_back("A", "b");
    shown.page.showSpec(spec);
    QTRY_VERIFY(isReady(shown));
    runs::RunSpec back = shown.page.spec();
    std::ranges::sort(back.environment);
    std::ranges::sort(spec.environment);
    QCOMPARE(QString::fromStdString(runs::specText(back)), QString::fromStdString(runs::specText(spec)));
    const QByteArray state = shown.page.saveState();
    Shown other;
    QVERIFY(other.page.restoreState(state));
    QTRY_VERIFY(isReady(other));
    back = other.page.spec();
    std::ranges::sort(back.environment);
    QCOMPARE(QString::fromStdString(runs::specText(back)), QString::fromStdString(runs::specText(spec)));
  }

  /// As --env has it: a folder of the user's takes the place of one of the run's own, other than that of PyTorch's scripts.
  void foldersInTheEnvironment() {
    Shown shown;
    QByteArray text = kAot;
    text.prepend("import os\nos.environ['TORCH_TRACE'] = '/w'\n");
    shown.page.showScript(script(shown, text), 1);
    QTRY_VERIFY(isReady(shown));
    QCOMPARE(shown.page.spec().folderVariables.size(), std::size_t(2));
    fieldsOf(shown)->environment->setPlainText(u"TORCH_TRACE=/mine"_s);
    QVERIFY2(isReady(shown), formOf(shown)->error() ? formOf(shown)->error()->text.c_str() : "");
    QCOMPARE(shown.page.spec().folderVariables.size(), std::size_t(1));
    fieldsOf(shown)->environment->setPlainText(u"TORCH_COMPILE_DEBUG_DIR=/mine"_s);
    QVERIFY(formOf(shown)->error());
    QCOMPARE(QString::fromStdString(formOf(shown)->error()->text), u"--env may not set TORCH_COMPILE_DEBUG_DIR here."_s);
  }

  void otherKindsKnowNothingOfScripts() {
    Shown shown;
    shown.page.showScript(standIn(u"healthy"_s), 10);
    QTRY_VERIFY(isReady(shown));
    auto* kinds = formOf(shown)->findChild<QTabBar*>();
    kinds->setCurrentIndex(static_cast<int>(RunKind::Command));
    fieldsOf(shown)->command->setPlainText(u"true {output}"_s);
    QVERIFY2(isReady(shown), formOf(shown)->error() ? formOf(shown)->error()->text.c_str() : "");
    QVERIFY(shown.page.spec().script.empty());
    kinds->setCurrentIndex(static_cast<int>(RunKind::Repro));
    QTRY_VERIFY(isReady(shown));
    QCOMPARE(QString::fromStdString(shown.page.spec().script), standIn(u"healthy"_s));
  }

  void aDroppedScriptIsTaken() {
    Shown shown;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(standIn(u"healthy"_s))});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&shown.page, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&shown.page, &drop);
    QCOMPARE(reproOf(shown)->script->text(), standIn(u"healthy"_s));
    QTRY_VERIFY(isReady(shown));
    data.setUrls({QUrl::fromLocalFile(shown.folder.path())});
    QDragEnterEvent other(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    other.ignore();
    QApplication::sendEvent(&shown.page, &other);
    QVERIFY(!other.isAccepted());  // the window's to judge
  }

  void aNewScriptIsWrittenAndUsed() {
    Shown shown;
    shown.run(u"runs.repro.new"_s);
    auto* form = shown.page.findChild<ui::ScriptForm*>();
    QVERIFY(form->isVisible());
    QVERIFY(form->error());
    QVERIFY(!formOf(shown)->canStart());
    auto* save = form->findChild<QPushButton*>();
    QVERIFY(!save->isEnabled());
    const QList<QLineEdit*> fields = form->findChildren<QLineEdit*>();
    for (QLineEdit* each : fields) {
      if (each->accessibleName() == u"Module"_s) each->setText(u"mypackage.model"_s);
      if (each->accessibleName() == u"Model"_s) each->setText(u"Model(3)"_s);
      if (each->accessibleName() == u"Shape of input 1"_s) each->setText(u"8 x 16"_s);
      if (each->accessibleName() == u"Dtype"_s) each->setText(u"torch.bfloat16"_s);
      if (each->accessibleName() == u"Seed"_s) each->setText(u"x"_s);
    }
    QVERIFY(form->error() && form->error()->text == "The seed is no whole number.");
    for (QLineEdit* each : fields) {
      if (each->accessibleName() == u"Seed"_s) each->setText(u"7"_s);
    }
    QVERIFY2(!form->error(), form->error() ? form->error()->text.c_str() : "");
    QCOMPARE(form->repro().inputs.size(), std::size_t(1));
    QCOMPARE(form->repro().inputs[0].shape, (std::vector<std::int64_t>{8, 16}));
    QVERIFY2(form->text().contains(u"Model(3)"_s), qPrintable(form->text()));
    QVERIFY(form->repro().seed == 7 && form->repro().dtype == "torch.bfloat16");
    shown.prompt.paths = {shown.folder.filePath(u"new.py"_s)};
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(QFile::exists(shown.folder.filePath(u"new.py"_s)));
    QVERIFY(!form->isVisible());
    QCOMPARE(reproOf(shown)->script->text(), shown.folder.filePath(u"new.py"_s));
    QTRY_VERIFY2(isReady(shown), qPrintable(panelOf(shown)->findingsText()));
  }

  void escapeLeavesTheNewScript() {
    Shown shown;
    shown.run(u"runs.repro.new"_s);
    auto* form = shown.page.findChild<ui::ScriptForm*>();
    form->addInput();
    QCOMPARE(form->repro().inputs.size(), std::size_t(2));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!form->isVisible());
    QVERIFY(formOf(shown)->isVisible());
  }

  void theOutcomeIsTold() {
    Shown shown;
    const auto run = madeRepro(shown.folder.filePath(u"run"_s),
                               {.id = "1", .states = {RunState::Failed}, .spec = reproSpec(standIn(u"deterministic"_s))}, {kDiffers});
    show(shown, {run});
    auto* model = tableOf(shown)->model();
    const QString differs = QString::fromUtf8(runs::resultText(runs::ReproResult::Differs));
    QTRY_COMPARE(model->index(0, ui::QueueModel::State).data().toString(), differs);
    QVERIFY(model->index(0, ui::QueueModel::Outcome).data().toString().contains(u"Dynamo failed"_s));
    QCOMPARE(detailsOf(shown)->model()->index(0, ui::TaskModel::State).data().toString(), differs);
    QTRY_VERIFY(viewOf(shown)->isVisible());  // what came of it stands first
    QVERIFY2(viewOf(shown)->text().contains(differs), qPrintable(viewOf(shown)->text()));
    QVERIFY2(viewOf(shown)->text().contains(u"line 4: "_s), qPrintable(viewOf(shown)->text()));
    auto* evidence = viewOf(shown)->findChild<ui::EvidenceButton*>();
    evidence->setFocus();
    QTest::keyClick(evidence, Qt::Key_Return);
    QVERIFY(detailsOf(shown)->isLogShown());
    auto* canvas = shown.page.findChild<ui::LogCanvas*>();
    QTRY_VERIFY(canvas->current().has_value());
    QCOMPARE(*canvas->current(), quint64(3));
    detailsOf(shown)->showStep(1);
    tableOf(shown)->setFocus();
    QTest::keyClick(tableOf(shown), Qt::Key_Return);  // Enter leads there from the queue, too, and from the tasks
    QVERIFY(detailsOf(shown)->isLogShown());
    detailsOf(shown)->showStep(1);
    detailsOf(shown)->table()->setFocus();
    QTest::keyClick(detailsOf(shown)->table(), Qt::Key_Return);
    QVERIFY(detailsOf(shown)->isLogShown());
  }

  void theClassOfRepeatsIsTold() {
    Shown shown;
    runs::RunSpec spec = reproSpec(standIn(u"deterministic"_s), 3);
    spec.eagerRuns = 0;
    const auto run = madeRepro(shown.folder.filePath(u"run"_s),
                               {.id = "1", .states = std::vector<RunState>(3, RunState::Failed), .spec = spec},
                               {kDiffers, kDiffers, kDiffers});
    show(shown, {run});
    const QString cannot = QString::fromUtf8(runs::classText(runs::ReproClass::Inconclusive));
    QTRY_COMPARE(tableOf(shown)->model()->index(0, ui::QueueModel::State).data().toString(), cannot);
    QTRY_COMPARE(viewOf(shown)->runsNeeded(), 5);
    QVERIFY2(viewOf(shown)->text().contains(u"Too few repeats to decide."_s), qPrintable(viewOf(shown)->text()));
    QVERIFY2(viewOf(shown)->text().contains(u"3 of 3 (100 %"_s), qPrintable(viewOf(shown)->text()));
    QSignalSpy added(&shown.queue, &runs::RunQueue::added);
    shown.run(u"runs.repro.more"_s);
    QVERIFY(added.wait(20000));
    QTRY_COMPARE(shown.queue.queue()->runs.size(), std::size_t(1));
    QCOMPARE(shown.queue.queue()->runs[0]->spec.repeats, 5);  // two would be too few by themselves again
    shown.queue.cancelAll();
  }

  void checkpointsAppearWhileItRuns() {
    Shown shown;
    runs::RunSpec spec = reproSpec(standIn(u"deterministic"_s));
    spec.arguments = {"minify"};
    const auto run = madeRepro(shown.folder.filePath(u"run"_s), {.id = "1", .states = {RunState::Running}, .spec = spec});
    const QString checkpoints = QString::fromStdString(run->tasks[0].folder) + u"/checkpoints"_s;
    QVERIFY(QDir().mkpath(checkpoints));
    const auto leave = [&](int nodes) {
      QFile file(checkpoints + u"/minified_%1_nodes.py"_s.arg(nodes));
      QVERIFY(file.open(QIODevice::WriteOnly));
    };
    leave(40);
    show(shown, {run});
    detailsOf(shown)->showStep(1);
    QTRY_COMPARE(viewOf(shown)->scriptCount(), 1);
    leave(17);
    shown.page.findChild<ui::ReproResults*>()->rescan();
    QTRY_COMPARE(viewOf(shown)->scriptCount(), 2);
    QVERIFY(viewOf(shown)->scripts()->item(0)->text().startsWith(u"17 nodes"_s));
    viewOf(shown)->scripts()->setCurrentRow(0);
    viewOf(shown)->scripts()->setFocus();
    QTest::keyClick(viewOf(shown)->scripts(), Qt::Key_Return);
    QCOMPARE(reproOf(shown)->script->text(), checkpoints + u"/minified_17_nodes.py"_s);
  }

  void whyOffersItsScript() {
    Shown shown;
    runs::RunSpec row = testing::cacheSpec();
    row.kind = RunKind::Suite;
    row.models = {"beta"};
    const auto run = madeRepro(shown.folder.filePath(u"run"_s),
                               {.id = "1", .states = {RunState::Done}, .spec = runs::specForWhy(row)});
    show(shown, {run});
    detailsOf(shown)->showStep(1);
    QTRY_VERIFY2(viewOf(shown)->text().contains(u"left no repro script"_s), qPrintable(viewOf(shown)->text()));
    const QString left = QString::fromStdString(run->tasks[0].folder) + u"/repro.py"_s;
    QVERIFY(QFile::copy(standIn(u"deterministic"_s), left));
    shown.page.findChild<ui::ReproResults*>()->rescan();
    QTRY_COMPARE(viewOf(shown)->currentScript(), left);
    QVERIFY2(viewOf(shown)->text().contains(u"Next: run the script 10 times"_s), qPrintable(viewOf(shown)->text()));
    ui::ActionRegistry registry(&shown.page);
    registry.add(shown.page.actions(), u"runs"_s);
    registry.setActiveScope(u"runs"_s);
    tableOf(shown)->setFocus();
    QTest::keyClick(tableOf(shown), Qt::Key_S, Qt::ShiftModifier);
    QTRY_VERIFY(isReady(shown));
    QCOMPARE(shown.page.spec().repeats, 10);
    QCOMPARE(QString::fromStdString(shown.page.spec().script), left);
  }

  void whyGoesToTheEnd() {
    Shown shown;
    const support::FakeCheckout fake = support::makeFakeCheckout(shown.folder.path());
    if (fake.python.empty()) QSKIP("There is no python3.");
    QObject::connect(&shown.queue, &runs::RunQueue::changed, &shown.page, &ui::RunsPage::showQueue);
    ui::WhyController why(shown.queue);
    QStringList pages;
    connect(&why, &ui::WhyController::pageReady, this, [&](const QString&, const QString& page, bool) { pages << page; });
    runs::RunSpec row;
    row.kind = RunKind::Suite;
    row.checkout = fake.root;
    row.python = fake.python;
    row.suite = "huggingface";
    row.device = "cpu";
    row.models = {"wrongrelu"};
    row.environment = fake.environment;
    std::erase_if(row.environment, [](const auto& variable) { return variable.first == "PYTHONPATH"; });
    row.environment.emplace_back("PYTHONPATH", PLUMBLINE_SOURCE_DIR "/tests/support/stand_in");
    shown.page.showReproRun(runs::specForWhy(row));
    QTRY_VERIFY_WITH_TIMEOUT(formOf(shown)->canStart(), 60000);
    shown.run(u"runs.start"_s);
    QTRY_COMPARE_WITH_TIMEOUT(pages.size(), 1, 120000);
    QVERIFY2(pages[0].startsWith(u"wrongrelu: fail_accuracy\n"_s), qPrintable(pages[0]));
    for (const QString& part : {u"27 -> 17 -> 13 nodes"_s, u"Deterministic failure."_s, u"plumbline-cli reproduce 5 "_s})
      QVERIFY2(pages[0].contains(part), qPrintable(pages[0]));
    QCOMPARE(shown.queue.queue()->runs.size(), std::size_t(3));
    // A search that is cancelled ends with what is known.
    shown.page.showReproRun(runs::specForWhy(row));
    QTRY_VERIFY_WITH_TIMEOUT(formOf(shown)->canStart(), 60000);
    shown.run(u"runs.start"_s);
    QTRY_COMPARE_WITH_TIMEOUT(shown.queue.queue()->runs.size(), std::size_t(4), 60000);
    for (const auto& run : shown.queue.queue()->runs) shown.queue.cancel(QString::fromStdString(run->id));
    QTRY_COMPARE_WITH_TIMEOUT(pages.size(), 2, 60000);
    QCOMPARE(shown.queue.queue()->runs.size(), std::size_t(4));
  }

  void aRealScriptRunsThrough() {
    if (!QFile::exists(u"/usr/bin/python3"_s)) QSKIP("no /usr/bin/python3 here");
    Shown shown;
    QObject::connect(&shown.queue, &runs::RunQueue::changed, &shown.page, &ui::RunsPage::showQueue);
    runs::RunSpec spec = reproSpec(standIn(u"deterministic"_s), runs::kMinProofs);
    spec.jobs = 2;
    shown.page.showSpec(spec);
    QTRY_VERIFY_WITH_TIMEOUT(formOf(shown)->canStart(), 60000);
    shown.run(u"runs.start"_s);
    const QString wanted = QString::fromUtf8(runs::classText(runs::ReproClass::DeterministicFailure));
    auto* model = tableOf(shown)->model();
    QTRY_COMPARE_WITH_TIMEOUT(model->index(0, ui::QueueModel::State).data().toString(), wanted, 120000);
    QTRY_VERIFY2(viewOf(shown)->text().contains(wanted), qPrintable(viewOf(shown)->text()));
    QVERIFY2(viewOf(shown)->text().contains(u"5 of 5 (100 %"_s), qPrintable(viewOf(shown)->text()));
  }
};

QTEST_MAIN(ReproPageTest)
#include "repro_test.moc"
