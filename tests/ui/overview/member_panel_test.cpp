// SPDX-License-Identifier: GPL-3.0-or-later
// The rows beside the groups: what they name at every width, why a row failed, and the way to its table.
#include <QHelpEvent>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>

#include "tests/ui/overview/overview_fixture.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

class MemberPanelTest : public testing::OverviewFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openPage(); }
  void cleanup() { closePage(); }

  void aFailedRowHasItsCause() {
    m_folder->baseline("inductor_torchbench_training", "llama,pass,7\nmoco,pass,7\n");
    m_folder->write("run/inductor_torchbench_training.log",
                    "cuda train llama \nTraceback (most recent call last):\n  File \"/x.py\", line 1, in f\nValueError: bad x\nfail_to_run\n"
                    "cuda train moco \npass\n");
    m_page->showSnapshot(m_folder->open());
    const QString cause = u" Cause: ValueError: bad x (inductor_torchbench_training.log, line 4)"_s;
    QCOMPARE(memberText(0, MemberModel::Name), u"llama"_s);
    QVERIFY2(m_memberModel->index(0, 0).data(Qt::ToolTipRole).toString().contains(cause), qPrintable(cause));
    bool isShown = false;
    for (const auto* label : m_page->findChildren<WordsLabel*>()) isShown = isShown || label->toolTip().endsWith(cause);
    QVERIFY(isShown);
  }

  /// A model may have any name, and an exception any text.
  void strangersAreLettersInTooltips() {
    m_folder->baseline("inductor_torchbench_training", "<b>llama</b>,pass,7\n");
    m_folder->write("run/inductor_torchbench_training.log",
                    "cuda train <b>llama</b> \nTraceback (most recent call last):\n  File \"/x.py\", line 1, in f\nValueError: <img src='x'>\nfail_to_run\n");
    m_page->showSnapshot(m_folder->open());
    const QPoint at = m_members->visualRect(m_memberModel->index(0, MemberModel::Name)).center();
    QHelpEvent help(QEvent::ToolTip, at, m_members->viewport()->mapToGlobal(at));
    if (QGuiApplication::platformName() == u"offscreen"_s) QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
    QCoreApplication::sendEvent(m_members->viewport(), &help);
    const QLabel* tip = nullptr;
    for (const QWidget* top : QApplication::topLevelWidgets())
      if (top->inherits("QTipLabel")) tip = qobject_cast<const QLabel*>(top);
    QVERIFY(tip != nullptr);
    QCOMPARE(tip->textFormat(), Qt::PlainText);
    QVERIFY2(tip->text().startsWith(u"<b>llama</b>\n"_s) && tip->text().contains(u"<img src='x'>"_s), qPrintable(tip->text()));
  }

  /// Whatever the width, and with decisions beside them: list and panel name models and configs of the group that a key decides.
  void namesWhatIsDecidedAtEveryWidth_data() {
    QTest::addColumn<int>("width");
    for (const int width : {800, 832, 1000, 1291}) QTest::addRow("%d", width) << width;
  }
  void namesWhatIsDecidedAtEveryWidth() {
    QFETCH(int, width);
    openRelease();
    m_page->resize(width, 500);
    QVERIFY2(width < 832 || !m_list->isColumnHidden(GroupModel::Configs), "how many configs a group has is seen");
    press(Qt::Key_X);  // the column of the decisions takes room
    const auto* panel = m_page->findChild<MemberPanel*>();
    for (int row = 0; row < m_model->rowCount(); ++row) {
      m_list->goTo(row);
      const overview::Group& group = m_model->group(row);
      QVERIFY(!m_list->isColumnHidden(GroupModel::Models));
      QVERIFY2(width < 832 || !m_members->isColumnHidden(MemberModel::Change), "so is what the run says");
      QCOMPARE(m_list->horizontalScrollBar()->maximum(), 0);
      QStringList texts;
      for (const auto* label : panel->findChildren<WordsLabel*>()) {
        texts << label->accessibleName();
        QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(texts.last()));
      }
      const QString all = texts.join(u'\n');
      QVERIFY2(all.contains(changeOf(group)), qPrintable(all));
      QVERIFY2(all.contains(m_page->findChild<MemberPanel*>()->currentModel()), qPrintable(all));
      QVERIFY2(all.contains(m_memberModel->configName(m_members->currentIndex().row())), qPrintable(all));
      if (group.models.size() == 1) QVERIFY2(texts.front().contains(QString::fromStdString(group.models.front())), qPrintable(all));
      QSet<QString> shown;
      for (int member = 0; group.models.size() == 1 && member < m_memberModel->rowCount(); ++member)
        shown << m_members->fontMetrics().elidedText(memberText(member, MemberModel::Name), Qt::ElideMiddle, m_members->columnWidth(MemberModel::Name) - 16);
      if (group.models.size() == 1) QCOMPARE(shown.size(), m_memberModel->rowCount());
    }
  }

  void membersStandUnderTheirConfigs() {
    openRelease();
    QCOMPARE(m_memberModel->rowCount(), 36);
    QVERIFY(m_memberModel->isConfig(0));
    QCOMPARE(memberText(0, MemberModel::Name), m_memberModel->configName(1));
    QCOMPARE(memberText(1, MemberModel::Name), u"BartForCausalLM"_s);
    QCOMPARE(memberText(1, MemberModel::Change), u"6 \u2192 7"_s);
    QCOMPARE(m_memberModel->index(1, 0).data(Qt::AccessibleTextRole).toString(),
             u"BartForCausalLM in %1, 6 \u2192 7, not decided"_s.arg(m_memberModel->configName(1)));
    press(Qt::Key_Right);
    QVERIFY(m_members->hasFocus());
    press(Qt::Key_Down);
    QSignalSpy table(m_page.get(), &OverviewPage::tableRequested);
    QSignalSpy model(m_page.get(), &OverviewPage::modelRequested);
    press(Qt::Key_Return);
    QCOMPARE(table.count(), 1);
    const auto config = table[0][0].value<quint32>();
    QCOMPARE(QString::fromStdString(configs::configName(m_model->snapshot()->view->configs()[config].config)), m_memberModel->configName(2));
    QCOMPARE(table[0][1].toString(), u"BlenderbotForCausalLM"_s);
    press(Qt::Key_V);
    QCOMPARE(model.value(0).value(0).toString(), u"BlenderbotForCausalLM"_s);
    press(Qt::Key_Left);
    QVERIFY(m_list->hasFocus());
  }
};

QTEST_MAIN(MemberPanelTest)
#include "member_panel_test.moc"
