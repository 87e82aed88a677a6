// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a new run: it says what it runs and what is missing, Start waits for the machine, every spec goes through
// it unchanged, presets are kept.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QToolButton>

#include "core/runs/spec/run_spec.h"
#include "tests/ui/runs/page_parts.h"
#include "ui/runs/form/run_form.h"
#include "ui/shell/action_registry.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using runs::RunKind;
using testing::fieldsOf;
using testing::formOf;
using testing::panelOf;
using testing::Shown;
using testing::startOf;

class RunsFormTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints).*"_s)); }

  void commandsFollowEveryChange() {
    Shown shown;
    shown.page.showSpec(testing::cacheSpec());
    auto* fields = fieldsOf(shown);
    const auto plan = runs::planRun(shown.page.spec());
    QVERIFY(plan.has_value());
    for (const std::string& line : runs::commandLines(*plan, "OUTPUT"))
      QVERIFY2(formOf(shown)->commands().contains(QString::fromStdString(line)), line.c_str());
    fields->models->setText(u"one, two;three\tfour"_s);
    QCOMPARE(shown.page.spec().models, (std::vector<std::string>{"one", "two", "three", "four"}));
    QVERIFY(formOf(shown)->commands().contains(u"--only=two"_s));
    fields->dynamic->setChecked(true);
    QVERIFY(formOf(shown)->commands().contains(u"--dynamic-shapes"_s));
    fields->mode->setCurrentIndex(1);
    QVERIFY(formOf(shown)->commands().contains(u"--inference"_s));
    fields->python->setText(u"/opt/my python/bin/python"_s);
    QVERIFY2(formOf(shown)->commands().contains(u"'/opt/my python/bin/python'"_s),
             qPrintable(formOf(shown)->commands()));
    fields->environment->setPlainText(u"OMP_NUM_THREADS=8\nA=x=y z"_s);
    QCOMPARE(shown.page.spec().environment,
             (std::vector<std::pair<std::string, std::string>>{{"OMP_NUM_THREADS", "8"}, {"A", "x=y z"}}));
    QVERIFY(formOf(shown)->commands().contains(u"OMP_NUM_THREADS"_s));
    shown.run(u"runs.copyCommands"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), formOf(shown)->commands());
  }

  void whatIsMissingIsSaidBesideItsField_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::newRow("no checkout") << u"Checkout"_s << QString();
    QTest::newRow("too many repeats") << u"Repeats"_s << u"10"_s;
    QTest::newRow("no such place") << u"Target"_s << u"the moon"_s;
    QTest::newRow("a host that is an option") << u"Target"_s << u"ssh:-oProxyCommand=x"_s;
    QTest::newRow("no value") << u"Environment"_s << u"JUST_A_NAME"_s;
  }
  void whatIsMissingIsSaidBesideItsField() {
    QFETCH(QString, field);
    QFETCH(QString, value);
    Shown shown;
    shown.page.showSpec(testing::cacheSpec());
    QVERIFY(!formOf(shown)->error());
    auto* fields = fieldsOf(shown);
    ui::FieldBox* box = nullptr;
    for (ui::FieldBox* each : fields->boxes())
      if (each->field()->accessibleName() == field) box = each;
    QVERIFY(box);
    if (auto* line = qobject_cast<QLineEdit*>(box->field())) line->setText(value);
    if (auto* combo = qobject_cast<QComboBox*>(box->field())) combo->setEditText(value);
    if (auto* spin = qobject_cast<QSpinBox*>(box->field())) spin->setValue(value.toInt());
    if (auto* text = qobject_cast<QPlainTextEdit*>(box->field())) text->setPlainText(value);
    QVERIFY(formOf(shown)->error());
    QVERIFY(!box->problem().isEmpty());
    QVERIFY2(!box->problem().contains(u"--"_s), qPrintable(box->problem()));  // in the form's own words
    QVERIFY(box->isVisible());
    QVERIFY(panelOf(shown)->findingsText().contains(box->problem()));
    QVERIFY(formOf(shown)->commands().isEmpty());
    QVERIFY(!startOf(shown)->isEnabled());
    shown.page.showSpec(testing::cacheSpec());
    QVERIFY(box->problem().isEmpty());
    QVERIFY(!formOf(shown)->commands().isEmpty());
  }

  void startWaitsForTheMachine() {
    Shown shown;
    auto* start = startOf(shown);
    QObject::disconnect(&shown.queue, &runs::RunQueue::probed, formOf(shown), nullptr);
    QSignalSpy asked(formOf(shown), &ui::RunForm::probeRequested);
    shown.page.showSpec(testing::cacheSpec());
    QVERIFY(panelOf(shown)->findingsText().startsWith(u"Checking the machine"_s));
    QVERIFY(!start->isEnabled());
    fieldsOf(shown)->python->setText(u"/opt/python"_s);
    QVERIFY(asked.wait(5000));
    QCOMPARE(asked.count(), 1);  // both changes in one question
    runs::ProbeReport bad;
    bad.findings = {{.blocks = true, .text = "torch cannot be imported.", .hint = "Name the interpreter that has it."}};
    formOf(shown)->acceptProbe(bad);
    QVERIFY(!start->isEnabled());
    QCOMPARE(panelOf(shown)->findingsText(), u"\u2717 torch cannot be imported. Name the interpreter that has it."_s);
    QVERIFY(start->toolTip().contains(u"torch cannot be imported"_s));
    fieldsOf(shown)->repeats->setValue(3);  // the machine does not care
    QCOMPARE(panelOf(shown)->findingsText(), u"\u2717 torch cannot be imported. Name the interpreter that has it."_s);
    fieldsOf(shown)->python->setText(u"/opt/other"_s);
    QVERIFY(panelOf(shown)->findingsText().startsWith(u"Checking the machine"_s));
    formOf(shown)->acceptProbe({});  // an answer about the one before
    QVERIFY(!start->isEnabled());
    QVERIFY(asked.wait(5000));
    runs::ProbeReport good;
    good.facts = {{"torch", "2.9.0"}};
    good.findings = {{.blocks = false, .text = "Only 3 GB are free.", .hint = ""}};
    formOf(shown)->acceptProbe(good);
    QVERIFY(start->isEnabled());
    QCOMPARE(panelOf(shown)->findingsText(), u"! Only 3 GB are free.\n\u2713 torch 2.9.0"_s);
    QVERIFY(ui::canRunNow(shown.action(u"runs.start"_s)));
  }

  void aStartIsKeptUntilTheMachineAnswers() {
    Shown shown;
    QObject::disconnect(&shown.queue, &runs::RunQueue::probed, formOf(shown), nullptr);
    QSignalSpy asked(formOf(shown), &ui::RunForm::probeRequested), started(formOf(shown), &ui::RunForm::startRequested),
        said(formOf(shown), &ui::RunForm::statusMessage);
    shown.page.showSpec(testing::cacheSpec());
    fieldsOf(shown)->python->setText(u"/opt/python"_s);
    said.clear();
    shown.run(u"runs.start"_s);
    QCOMPARE(asked.count(), 1);  // without waiting for more edits
    QVERIFY2(panelOf(shown)->findingsText().contains(u"the run starts when that ends"_s),
             qPrintable(panelOf(shown)->findingsText()));
    QCOMPARE(said.takeFirst()[0].toString(), panelOf(shown)->findingsText());
    QCOMPARE(started.count(), 0);
    formOf(shown)->acceptProbe({});
    QCOMPARE(started.count(), 1);
    QCOMPARE(started[0][0].value<runs::RunSpec>().python, std::string("/opt/python"));
    formOf(shown)->acceptProbe({});
    QCOMPARE(started.count(), 1);

    // An edit takes the start back: it was asked for another run.
    fieldsOf(shown)->python->setText(u"/opt/other"_s);
    shown.run(u"runs.start"_s);
    fieldsOf(shown)->repeats->setValue(7);
    QVERIFY(!panelOf(shown)->findingsText().contains(u"the run starts"_s));
    formOf(shown)->acceptProbe({});
    QCOMPARE(started.count(), 1);

    // A machine that cannot run it says why.
    fieldsOf(shown)->python->setText(u"/opt/third"_s);
    shown.run(u"runs.start"_s);
    said.clear();
    runs::ProbeReport bad;
    bad.findings = {{.blocks = true, .text = "torch cannot be imported.", .hint = ""}};
    formOf(shown)->acceptProbe(bad);
    QCOMPARE(started.count(), 1);
    QVERIFY2(said.value(0).value(0).toString().contains(u"torch cannot be imported"_s), "the reason is said");
  }

  void aHiddenPageAsksNothing() {
    Shown shown;
    shown.page.hide();
    QSignalSpy asked(formOf(shown), &ui::RunForm::probeRequested);
    formOf(shown)->setSpec(testing::cacheSpec());
    QVERIFY(!asked.wait(800));
    shown.page.show();
    QVERIFY(asked.wait(5000));
  }

  void presetsAreSavedChosenRemovedAndBroughtBack() {
    Shown shown;
    runs::RunSpec spec = testing::cacheSpec(3);
    spec.environment = {{"A", "1"}};
    shown.page.showSpec(spec);
    auto* bar = shown.page.findChild<ui::PresetBar*>();
    auto* box = bar->findChild<QComboBox*>();
    const auto buttons = bar->findChildren<QToolButton*>(Qt::FindDirectChildrenOnly);
    QCOMPARE(buttons.size(), 2);
    box->setEditText(u"nightly"_s);
    buttons[0]->click();
    std::vector<base::Error> problems;
    const std::string folder = shown.folder.filePath(u"presets"_s).toStdString();
    auto presets = runs::readPresets(folder, problems);
    QCOMPARE(presets.size(), std::size_t(1));
    QCOMPARE(presets[0].name, std::string("nightly"));
    QCOMPARE(presets[0].spec, spec);
    shown.page.showSpec(testing::cacheSpec());
    Q_EMIT box->activated(0);
    QCOMPARE(shown.page.spec(), spec);
    buttons[1]->click();
    QCOMPARE(runs::readPresets(folder, problems).size(), std::size_t(0));
    QCOMPARE(shown.page.findChild<ui::NoticeStrip*>()->ids(), QStringList{u"runs:preset"_s});
    formOf(shown)->restorePreset();
    QCOMPARE(runs::readPresets(folder, problems).size(), std::size_t(1));
    QVERIFY(problems.empty());
  }

  void everySpecGoesThroughTheForm_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"cache", "suite", "config", "command", "ssh", "slurm"})
      QTest::newRow(kind) << QString::fromLatin1(kind);
  }
  void everySpecGoesThroughTheForm() {
    QFETCH(QString, kind);
    runs::RunSpec spec = testing::cacheSpec(2);
    spec.title = "mine";
    spec.environment = {{"A", " b=c "}};
    spec.retries = 2;
    spec.nice = 5;
    spec.priority = -3;
    spec.jobs = 4;
    if (kind != u"slurm"_s) spec.gpus = {"0", "1", "2", "GPU-b"};
    spec.timeout = std::chrono::seconds(30);
    spec.grace = std::chrono::seconds(3);  // no field has it
    spec.logBytes = 1234567;
    spec.keepCache = true;
    spec.output = "/tmp/x y.json";
    if (kind == u"suite"_s || kind == u"config"_s) {
      spec.kind = RunKind::Suite;
      spec.test = runs::SuiteTest::Performance;
      spec.models = {"a", "b"};
      spec.extra = {"--flag", "a word", "$(x)", "it's", ""};
      spec.freshCache = true;
    }
    if (kind == u"config"_s) {
      spec.config = "dynamic_inductor_" + spec.suite + "_training";
      spec.suite.clear();
    }
    if (kind == u"command"_s) {
      spec.kind = RunKind::Command;
      spec.suite.clear();
      spec.command = {"{python}", "a b.py", "--out={output}", "; rm -rf /", "new\nline"};
      spec.form = runs::ResultForm::CacheJson;
    }
    if (kind == u"ssh"_s) spec.target = {.kind = runs::TargetKind::Ssh, .host = "gpu1", .folder = "/scratch/me"};
    if (kind == u"slurm"_s)
      spec.target = {.kind = runs::TargetKind::Slurm,
                    .partition = "gpu",
                    .gres = "gpu:1",
                    .timeLimit = "2:00:00",
                    .folder = "/shared",
                    .scratch = "/tmp"};
    Shown shown;
    shown.page.showSpec(spec);
    QCOMPARE(QString::fromStdString(runs::specText(shown.page.spec())), QString::fromStdString(runs::specText(spec)));
    const QByteArray state = shown.page.saveState();
    Shown other;
    QVERIFY(other.page.restoreState(state));
    QCOMPARE(QString::fromStdString(runs::specText(other.page.spec())), QString::fromStdString(runs::specText(spec)));
    QVERIFY(!other.page.restoreState("nonsense"));
    QVERIFY(!other.page.restoreState(R"({"version":99})"));
  }

  void configsOfTheCheckoutAreOffered() {
    QTemporaryDir checkout;
    const QString baselines = checkout.filePath(u"benchmarks/dynamo/ci_expected_accuracy/rocm"_s);
    QVERIFY(QDir().mkpath(baselines));
    const QString name = u"inductor_%1_training"_s.arg(QString::fromStdString(configs::suiteNames().front()));
    for (const QString& path : {baselines + u"/"_s + name + u".csv"_s, baselines + u"/../"_s + name + u".csv"_s,
                                baselines + u"/notes.txt"_s}) {
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly));
    }
    Shown shown;
    runs::RunSpec spec;
    spec.kind = RunKind::Suite;
    spec.checkout = checkout.path().toStdString();
    shown.page.showSpec(spec);
    auto* config = fieldsOf(shown)->config;
    QTRY_COMPARE(config->count(), 2);
    QCOMPARE(config->itemText(0), name);
    QCOMPARE(config->itemText(1), u"rocm/"_s + name);
    QCOMPARE(config->currentText(), QString());
  }

  void tabWalksThroughTheForm() {
    Shown shown;
    shown.page.showSpec(testing::cacheSpec());
    auto* fields = fieldsOf(shown);
    fields->checkout->setFocus();
    QList<QWidget*> walked;
    for (int i = 0; i < 6; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      walked << QApplication::focusWidget();
    }
    QCOMPARE(walked[0], fields->checkoutButton);
    QVERIFY(walked.contains(fields->python));
    QVERIFY(walked.indexOf(fields->suite) > walked.indexOf(fields->python));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  }
};

QTEST_MAIN(RunsFormTest)
#include "runs_form_test.moc"
