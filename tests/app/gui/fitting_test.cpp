// SPDX-License-Identifier: GPL-3.0-or-later
// Walks all widgets of all pages and fails on a text that is wider or higher than its box, unless it is elided with a
// tooltip that has the whole text. With several screens every page is shown on each of them in turn (screens.json has one of
// ordinary and one of doubled resolution; PLUMBLINE_TEST_SCREENS is their number). Run again at other scales (QT_SCALE_FACTOR), in German and in a pseudo-locale with longer
// texts than English (PLUMBLINE_TEST_LANGUAGE).
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include "app/gui/translators.h"
#include "tests/app/gui/walked_desk.h"
#include "ui/shell/nav_rail.h"
#include "ui/support/key_button.h"
#include "ui/support/labels.h"
#include "ui/support/mark_chip.h"
#include "ui/triage/decision_strip.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_page.h"
#include "ui/triage/triage_table.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;

namespace {

QString nameOf(const QWidget& widget) {
  QString text = QString::fromLatin1(widget.metaObject()->className());
  if (!widget.objectName().isEmpty()) text += u'#' + widget.objectName();
  return text;
}

/// isInSight: a part of what scrolls is whole when it is scrolled to, and any other stands inside its parent.
bool isInSight(const QWidget& widget) {
  for (const QWidget* at = &widget; at->parentWidget() != nullptr && !at->isWindow(); at = at->parentWidget()) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(at->parentWidget()->parentWidget());
    if (area != nullptr && area->viewport() == at->parentWidget()) return at->width() <= area->viewport()->width();
    if (!at->parentWidget()->rect().contains(at->geometry())) return false;
  }
  return true;
}

constexpr int kFieldEdge = 4;

/// problemOf says what is cut; "" when nothing is.
QString problemOf(const QWidget& widget) {
  const auto cut = [&](const QString& text, QSize wanted) {
    if (text.isEmpty() || widget.toolTip().contains(text)) return QString();
    if (!isInSight(widget)) return u"\"%1\" does not lie in its parent"_s.arg(text);
    if (wanted.width() <= widget.width() + 1 && wanted.height() <= widget.height() + 1) return QString();
    return u"\"%1\" wants %2x%3 and has %4x%5"_s.arg(text).arg(wanted.width()).arg(wanted.height())
        .arg(widget.width()).arg(widget.height());
  };
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    if (!label->wordWrap()) return cut(label->text(), label->minimumSizeHint());
    return cut(label->text(), {label->minimumSizeHint().width(), label->heightForWidth(label->width())});
  }
  if (const auto* button = qobject_cast<const QPushButton*>(&widget)) return cut(button->text(), button->minimumSizeHint());
  if (const auto* button = qobject_cast<const QToolButton*>(&widget))
    return button->toolButtonStyle() == Qt::ToolButtonIconOnly ? QString() : cut(button->text(), button->minimumSizeHint());
  if (const auto* chip = qobject_cast<const ui::ToggleChip*>(&widget)) return cut(u"chip "_s + chip->accessibleName(), chip->sizeHint());
  if (const auto* button = qobject_cast<const ui::KeyButton*>(&widget)) return cut(button->accessibleName(), button->sizeHint());
  if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
    // What is typed scrolls; a hint, and a text that cannot be changed, must be seen.
    const QString text = field->text().isEmpty() ? field->placeholderText() : field->isReadOnly() ? field->text() : QString();
    int room = field->width() - 2 * kFieldEdge;
    for (const auto* icon : field->findChildren<QToolButton*>(Qt::FindDirectChildrenOnly))
      if (icon->isVisible()) room -= icon->width() + kFieldEdge;
    const int wanted = field->fontMetrics().horizontalAdvance(text);
    if (wanted <= room || widget.toolTip().contains(text)) return QString();
    return u"\"%1\" wants %2 and has %3"_s.arg(text).arg(wanted).arg(room);
  }
  if (const auto* box = qobject_cast<const QComboBox*>(&widget); box != nullptr && !box->isEditable()) {
    QStyleOptionComboBox option;
    option.initFrom(box);
    const int room =
        box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box).width();
    const int wanted = box->fontMetrics().horizontalAdvance(box->currentText());
    return wanted <= room ? QString() : u"\"%1\" wants %2 and has %3"_s.arg(box->currentText()).arg(wanted).arg(room);
  }
  if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
    for (int tab = 0; tab < tabs->count(); ++tab)
      if (tabs->isTabVisible(tab) && tabs->tabToolTip(tab).isEmpty() &&
          tabs->tabRect(tab).width() < tabs->fontMetrics().horizontalAdvance(tabs->tabText(tab)))
        return u"tab \"%1\""_s.arg(tabs->tabText(tab));
    return {};
  }
  if (const auto* header = qobject_cast<const QHeaderView*>(&widget); header != nullptr && header->orientation() == Qt::Horizontal) {
    for (int section = 0; section < header->count(); ++section) {
      if (header->isSectionHidden(section)) continue;
      const QString text = header->model()->headerData(section, Qt::Horizontal).toString();
      const QString tooltip = header->model()->headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString();
      if (!text.isEmpty() && !tooltip.contains(text) && header->fontMetrics().horizontalAdvance(text) > header->sectionSize(section))
        return u"header \"%1\" has %2"_s.arg(text).arg(header->sectionSize(section));
    }
  }
  return {};
}

/// A translation of every text into itself with accents and 1.4 times as long, as many languages need it: vowels are doubled, and
/// what is still missing is added at the end. What Qt or a file dialog reads (%1, &, tags, patterns of file names) stays.
class LongerTexts : public QTranslator {
 public:
  using QTranslator::QTranslator;
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*, int) const override {
    if (qstrcmp(context, "QShortcut") == 0) return {};  // names of keys are read again
    static const QRegularExpression kept(u"%L?[n0-9]+|&.|<[^>]*>|\\(\\*[^)]*\\)"_s);
    const QString text = QString::fromUtf8(source);
    const QString from = u"aeiouAEIOUcnsy"_s, to = u"\u00e4\u00e9\u00ee\u00f6\u00fc\u00c4\u00c9\u00ce\u00d6\u00dc\u00e7\u00f1\u0161\u00fd"_s;
    qsizetype missing = (text.size() * 2 + 4) / 5;
    QString out;
    for (qsizetype at = 0; at < text.size(); ++at) {
      if (const auto match = kept.match(text, at, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
          match.hasMatch()) {
        out += match.captured();
        at += match.capturedLength() - 1;
        continue;
      }
      const qsizetype letter = from.indexOf(text[at]);
      out += letter < 0 ? text[at] : to[letter];
      if (letter < 0 || letter > 9 || missing == 0) continue;
      out += to[letter % 5];
      --missing;
    }
    return out + QString(missing, u'\u00f8');
  }
};

/// sample is a file of resources/samples; with the accuracy of every fifth model, and of the others "pass", where it
/// has performance only.
QByteArray sample(const char* name, const QByteArray& accuracy) {
  QFile file(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/samples/%1.csv").arg(QString::fromLatin1(name)));
  if (!file.open(QIODevice::ReadOnly)) return {};
  if (accuracy.isEmpty()) return file.readAll();
  QByteArray all = file.readLine().replace("batch_size,", "batch_size,accuracy,");
  for (int row = 0; !file.atEnd(); ++row) {
    QByteArrayList cells = file.readLine().split(',');
    cells.insert(3, row % 5 == 0 ? accuracy : QByteArray("pass"));
    all += cells.join(',');
  }
  return all;
}

}  // namespace

class FittingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QString language = qEnvironmentVariable("PLUMBLINE_TEST_LANGUAGE", u"en"_s);
    if (language == u"longer"_s) QVERIFY(QCoreApplication::installTranslator(&m_longerTexts));
    else m_translators.use(language);
    m_desk = std::make_unique<WalkedDesk>();
    // Without its file the platform has one.
    const QList<QScreen*> screens = QGuiApplication::screens();
    QCOMPARE(screens.size(), std::max(1, qEnvironmentVariableIntValue("PLUMBLINE_TEST_SCREENS")));
    QCOMPARE(screens.last()->devicePixelRatio(), screens.first()->devicePixelRatio() * double(screens.size()));
  }
  void whatIsCutIsReported();
  void theFlakyFormShowsWhatItAsks();
  void nothingIsCut_data();
  void nothingIsCut();
  void theRailFitsTheSmallestWindow();
  void theReasonFitsTheWindow_data();
  void theReasonFitsTheWindow();
  void cleanupTestCase() { m_desk.reset(); }

 private:
  app::Translators m_translators;
  LongerTexts m_longerTexts;
  std::unique_ptr<WalkedDesk> m_desk;
};

void FittingTest::whatIsCutIsReported() {
  QWidget box;
  box.resize(300, 300);
  auto* label = new ui::PlainLabel(u"CI fails: 392 failing rows"_s, &box);
  auto* wrapped = new ui::PlainLabel(u"one two three four five six seven"_s, &box);
  wrapped->setWordWrap(true);
  auto* button = new QPushButton(u"Keep for next time"_s, &box);
  label->setGeometry(0, 0, 200, 30);
  wrapped->setGeometry(0, 40, 80, 120);
  button->setGeometry(0, 200, 200, 40);
  box.show();
  for (QWidget* each : QWidgetList{label, wrapped, button}) QCOMPARE(problemOf(*each), QString());
  button->move(250, 200);
  QVERIFY(problemOf(*button).contains(u"parent"_s));
  button->setGeometry(0, 200, 20, 40);
  label->resize(20, 30);
  wrapped->resize(80, 10);
  for (QWidget* each : QWidgetList{label, wrapped, button}) QVERIFY(!problemOf(*each).isEmpty());
  label->setToolTip(label->text());
  QCOMPARE(problemOf(*label), QString());
  QLineEdit field(&box);
  field.setPlaceholderText(u"Until 2026-12-31"_s);
  field.setGeometry(0, 250, 200, 30);
  QCOMPARE(problemOf(field), QString());
  field.resize(50, 30);
  QVERIFY(!problemOf(field).isEmpty());
  field.setText(u"a text that is typed and scrolls"_s);
  QCOMPARE(problemOf(field), QString());
  field.setReadOnly(true);
  QVERIFY(!problemOf(field).isEmpty());
}

void FittingTest::nothingIsCut_data() {
  QTest::addColumn<QString>("page");
  QTest::addColumn<QSize>("size");
  QTest::addColumn<bool>("isDark");
  const QStringList pages = m_desk->pageIds();
  QVERIFY2(pages.size() > 10, qPrintable(pages.join(u' ')));
  for (const QString& page : pages)
    for (const QSize size : {QSize(900, 600), QSize(1360, 860)})
      for (const bool isDark : {false, true})
        QTest::addRow("%s %d %s", qPrintable(page), size.width(), isDark ? "dark" : "light") << page << size << isDark;
}

void FittingTest::nothingIsCut() {
  QFETCH(const QString, page);
  QFETCH(const QSize, size);
  QFETCH(const bool, isDark);
  WalkedDesk& desk = *m_desk;
  desk.themes.set(isDark ? ui::Scheme::Dark : ui::Scheme::Light, 0);
  QScreen* screen = isDark ? QGuiApplication::screens().last() : QGuiApplication::screens().first();
  desk.window.setScreen(screen);  // as a window manager does; the offscreen platform has none that would after a move
  desk.window.move(screen->availableGeometry().topLeft());
  QTRY_COMPARE(desk.window.screen(), screen);
  QTRY_COMPARE(desk.window.devicePixelRatio(), screen->devicePixelRatio());
  desk.window.resize(size);
  desk.showPage(page);
  QTRY_COMPARE(desk.window.size(), size);
  QStringList problems;
  const auto look = [&] {
    problems.clear();
    for (const QWidget* widget : desk.window.findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
      if (const QString problem = problemOf(*widget); !problem.isEmpty()) problems << nameOf(*widget) + u": "_s + problem;
    }
    return problems.isEmpty();
  };
  // A layout is settled by the event loop.
  (void)QTest::qWaitFor(look, 1000);
  QVERIFY2(problems.isEmpty(), qUtf8Printable(problems.join(u'\n')));
}

void FittingTest::theFlakyFormShowsWhatItAsks() {
  WalkedDesk& desk = *m_desk;
  desk.window.resize(900, 600);
  desk.showPage(app::kTriage);
  auto* table = desk.window.findChild<ui::TriageTable*>();
  const auto* model = desk.window.findChild<ui::TriageModel*>();
  for (int row = 0; row < model->rowCount(); ++row)
    if (model->modelName(row) == u"alpha"_s) table->goTo(row);
  table->setFocus();
  QTest::keyClick(table, Qt::Key_F);
  const auto* form = desk.pages->triage().findChild<ui::FlakyForm*>();  // the overview has one, too
  QTRY_VERIFY2(form != nullptr && form->isVisible(), qPrintable(desk.pages->triage().statusText()));
  QStringList problems;
  const auto look = [&] {
    problems.clear();
    for (const auto* field : form->findChildren<QLineEdit*>()) problems << problemOf(*field);
    problems.removeAll(QString());
    return problems.isEmpty();
  };
  (void)QTest::qWaitFor(look, 1000);
  auto* field = form->findChild<QLineEdit*>();
  QTRY_VERIFY(field->isVisible());
  QTest::keyClick(field, Qt::Key_Escape);
  QVERIFY2(problems.isEmpty(), qUtf8Printable(problems.join(u'\n')));
}

void FittingTest::theRailFitsTheSmallestWindow() {
  m_desk->window.resize(m_desk->window.minimumSize());
  const auto* rail = m_desk->window.findChild<ui::NavRail*>();
  QTRY_COMPARE(m_desk->window.size(), m_desk->window.minimumSize());
  QList<const ui::RailButton*> buttons;
  for (const auto* button : rail->findChildren<ui::RailButton*>()) {
    QVERIFY2(rail->rect().contains(button->geometry()), qPrintable(button->accessibleName()));
    QVERIFY2(button->height() >= 24, qPrintable(u"%1: %2"_s.arg(button->accessibleName()).arg(button->height())));
    for (const auto* other : buttons) QVERIFY2(!other->geometry().intersects(button->geometry()), qPrintable(button->accessibleName()));
    buttons << button;
  }
  QVERIFY(buttons.size() > 10);
}

void FittingTest::theReasonFitsTheWindow_data() {
  QTest::addColumn<QByteArray>("actual");
  QTest::addColumn<QByteArray>("expected");
  QTest::newRow("the sample") << sample("actual", {}) << sample("expected", {});
  QTest::newRow("accuracy and performance") << sample("after", "fail_to_run") << sample("before", "pass");
}

/// At 1360 pixels everything that a check judges, and the reason, is on screen and whole; a wider window gives the
/// reason more.
void FittingTest::theReasonFitsTheWindow() {
  QFETCH(const QByteArray, actual);
  QFETCH(const QByteArray, expected);
  const support::TestFolder folder;
  WalkedDesk& desk = *m_desk;
  desk.window.resize(1360, 860);
  desk.showPage(app::kTriage);
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  desk.session.open(folder.write(u"actual.csv"_s, actual), folder.write(u"expected.csv"_s, expected));
  QVERIFY(shown.wait());
  auto* table = desk.window.findChild<ui::TriageTable*>();
  const auto* model = desk.window.findChild<ui::TriageModel*>();
  const auto* delegate = qobject_cast<const ui::TriageDelegate*>(table->itemDelegate());
  const QHeaderView& header = *table->horizontalHeader();
  const int reason = model->columns().indexOf(u"reason"_s);
  const auto reasonIsHere = [&] {
    const int end = header.sectionPosition(reason) + header.sectionSize(reason);
    return header.sectionSize(reason) >= 220 && end <= table->viewport()->width();
  };
  QTRY_VERIFY2(reasonIsHere(), qPrintable(u"%1 from %2 of %3"_s.arg(header.sectionSize(reason))
                                              .arg(header.sectionPosition(reason))
                                              .arg(table->viewport()->width())));
  QVERIFY2(header.sectionSize(0) <= 80, qPrintable(QString::number(header.sectionSize(0))));
  QStringList before;
  for (int column = 0; column < reason; ++column) {
    if (header.isSectionHidden(column)) continue;
    before << model->columns().at(column).key;
    QVERIFY2(header.sectionSize(column) >= delegate->preferredWidth(column), qPrintable(before.back()));
  }
  QCOMPARE(before, (QStringList{u"verdict"_s, u"model"_s, u"metric:accuracy"_s, u"metric:graph_breaks"_s,
                                u"metric:compression_ratio"_s}));
  const int narrow = header.sectionSize(reason);
  desk.window.resize(1920, 1080);
  QTRY_VERIFY(header.sectionSize(reason) > narrow);
  QVERIFY(reasonIsHere());
}

QTEST_MAIN(FittingTest)
#include "fitting_test.moc"
