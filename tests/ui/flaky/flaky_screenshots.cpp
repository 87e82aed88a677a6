// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the flaky page, light and dark, into the build folder; fails when it is blank. The scripts are made from the
// flaky lists of the default generation, the baselines are the samples, so that names are as long as in real life.
#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QTest>

#include "core/session/flaky_lists.h"
#include "core/session/pending_edits.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "tests/support/flaky_checkout.h"
#include "tests/support/kept_picture.h"
#include "tests/ui/flaky/prepared_prompt.h"
#include "ui/flaky/flaky_page.h"
#include "ui/flaky/flaky_table.h"
#include "ui/support/edit_stack.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

QByteArray script(const flaky::FlakyModels& models, const QByteArray& metric) {
  QByteArray out = "def check(" + metric + ", expected, path):\n    flaky_models = {\n";
  for (std::size_t i = 0; i < models.base.size(); ++i) {
    out += "        \"" + QByteArray::fromStdString(models.base[i]) + "\",";
    if (i % 3 == 2)
      out += "  # discovered in https://github.com/pytorch/pytorch/issues/1487" + QByteArray::number(int(i));
    out += '\n';
  }
  out += "    }\n\n    if \"rocm\" in path:\n        flaky_models.update(\n            {\n";
  for (std::size_t i = 0; i < models.rocm.size(); ++i) {
    out += "                \"" + QByteArray::fromStdString(models.rocm[i]) + "\",";
    if (i % 5 == 1) out += "  # differs between runs on MI300, numerics of the reference change with the driver";
    out += '\n';
  }
  return out + "            }\n        )\n    return " + metric + " != expected and expected not in flaky_models\n";
}

const char kOwnList[] =
    "[[flaky]]\nname = \"llama\"\ncheck = \"accuracy\"\nplatform = \"cuda\"\nconfig = \"inductor_*_training\"\n"
    "reason = \"fails once in ten runs since the new attention kernel\"\nissue = \"#148712\"\nowner = \"oncall\"\n"
    "added = 2026-10-02\nexpires = 2026-12-31\n\n"
    "[[flaky]]\npattern = \"hf_*\"\ncheck = \"graph-breaks\"\nreason = \"breaks move with the transformers release\"\n"
    "issue = \"https://github.com/pytorch/pytorch/issues/151002\"\nadded = 2026-08-14\nexpires = 2026-10-31\n\n"
    "[[flaky]]\nname = \"a_model_that_is_gone\"\nplatform = \"xpu\"\n";

void fillCheckout(const support::FlakyCheckout& checkout) {
  const auto rules = *verdicts::ruleSet(verdicts::kDefaultGeneration);
  checkout.write("benchmarks/dynamo/check_accuracy.py", script(rules->accuracy.flaky, "actual"));
  checkout.write("benchmarks/dynamo/check_graph_breaks.py", script(rules->graphBreaks.flaky, "graph_breaks"));
  checkout.write("flaky.toml", kOwnList);
  const QString expected = QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/samples/expected.csv");
  const QString actual = QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/samples/actual.csv");
  for (const QByteArray name : {"inductor_alpha_training.csv", "rocm/inductor_alpha_training.csv"}) {
    QFile file(expected);
    QVERIFY(file.open(QIODevice::ReadOnly));
    checkout.write(support::FlakyCheckout::baselines() + name, file.readAll());
  }
  QFile run(actual);
  QVERIFY(run.open(QIODevice::ReadOnly));
  checkout.write("run/inductor_alpha_training.csv", run.readAll());
}

}  // namespace

class FlakyScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true}) {
      const char* scheme = dark ? "dark" : "light";
      for (const char* state : {"table", "add", "edit", "import", "nothing", "remark", "refused"})
        for (const QSize size : {QSize(1216, 700), QSize(960, 600)})  // what the page gets of 1280x800 and 1024x700
          QTest::addRow("%s-%d-%s", scheme, size.width(), state) << dark << size << QString::fromLatin1(state);
    }
  }
  void page() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    support::FlakyCheckout checkout;
    fillCheckout(checkout);
    if (state == u"refused"_s) checkout.write("benchmarks/dynamo/check_graph_breaks.py", "print(\"graph_breaks\")\n");
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    session::PendingEdits edits{QString()};
    ui::EditStack stack(edits);
    testing::PreparedPrompt prompt;
    ui::FlakyPage page(themes.theme(), edits, stack, prompt);
    page.lists().setToday(flaky::Date{std::chrono::year(2026), std::chrono::month(11), std::chrono::day(21)});
    page.resize(size);
    if (state != u"nothing"_s) page.showSnapshot(checkout.pair());
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTRY_VERIFY(!page.lists().isBusy());
    const auto run = [actions = page.actions()](const QString& id) {
      for (const ui::ActionSpec& spec : actions)
        if (spec.id == id) spec.run();
    };
    auto* table = page.findChild<ui::FlakyTable*>();
    if (state == u"add"_s) run(u"flaky.add"_s);
    if (state == u"edit"_s) {
      table->goTo(table->model()->rowCount() - 3);
      run(u"flaky.edit"_s);
    }
    if (state == u"import"_s) {
      prompt.answer = {checkout.path("flaky.toml")};
      run(u"flaky.import"_s);
    }
    if (state == u"remark"_s) run(u"flaky.only.oneScript"_s);
    if (state == u"refused"_s) {
      run(u"flaky.add"_s);
      qobject_cast<QLineEdit*>(QApplication::focusWidget())->setText(u"yolov3"_s);
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
    QTest::qWait(0);  // layouts that were asked for
    support::keepPicture(page.grab().toImage(), u"flaky-page-"_s + QString::fromUtf8(QTest::currentDataTag()), 10);
  }
};

QTEST_MAIN(FlakyScreenshots)
#include "flaky_screenshots.moc"
