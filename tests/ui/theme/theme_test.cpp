// SPDX-License-Identifier: GPL-3.0-or-later
// The palette's promises, computed again: contrast of text on every background, distance of the chips for three kinds of
// eyes, glyphs and words beside every colour; and that the theme follows the system or a choice.
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyleOptionSlider>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline::ui;
using plumbline::verdicts::kAllClasses;
using plumbline::verdicts::VerdictClass;

namespace {

using Linear = std::array<double, 3>;
using Matrix = std::array<Linear, 3>;

double toLinear(int channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

Linear linearOf(const QColor& c) { return {toLinear(c.red()), toLinear(c.green()), toLinear(c.blue())}; }

double luminance(const QColor& c) {
  const Linear l = linearOf(c);
  return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
}

/// WCAG 2 contrast ratio.
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a) + 0.05;
  const double y = luminance(b) + 0.05;
  return std::max(x, y) / std::min(x, y);
}

Linear seenBy(const Matrix& eye, const Linear& c) {
  Linear out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = std::clamp(eye[i][0] * c[0] + eye[i][1] * c[1] + eye[i][2] * c[2], 0.0, 1.0);
  return out;
}

Linear labOf(const Linear& c) {
  const double x = (0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047;
  const double y = 0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2];
  const double z = (0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883;
  const auto f = [](double t) { return t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0; };
  return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

/// CIE76 distance of two colours as an eye sees them.
double distance(const Matrix& eye, const QColor& a, const QColor& b) {
  const Linear p = labOf(seenBy(eye, linearOf(a)));
  const Linear q = labOf(seenBy(eye, linearOf(b)));
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

constexpr Matrix kNormal = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
// Viénot, Brettel, Mollon 1999, for linear RGB.
constexpr Matrix kProtan = {{{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}}};
constexpr Matrix kDeutan = {{{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}}};

constexpr double kReadable = 4.5;
constexpr double kGraphic = 3.0;
constexpr double kApart = 14.0;

void addSchemes() {
  QTest::addColumn<int>("scheme");
  QTest::newRow("light") << int(Scheme::Light);
  QTest::newRow("dark") << int(Scheme::Dark);
}

constexpr double kSeen = 10.0;

Theme theme(int scheme) { return Theme::load(static_cast<Scheme>(scheme), QApplication::font()); }

}  // namespace

class ThemeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s)); }

  /// A name that looks like HTML is letters in a tooltip and in Qt's own dialogs, and loads nothing.
  void tooltipsAreLetters() {
    const ThemeController themes(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::Light);
    const QString name = u"<img src='&#47;dev&#47;zero'><b>llama</b>"_s;
    QWidget widget;
    widget.show();
    if (QGuiApplication::platformName() == u"offscreen"_s)
      QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
    QToolTip::showText(widget.mapToGlobal(QPoint(1, 1)), name, &widget);
    const QLabel* tip = nullptr;
    for (const QWidget* top : QApplication::topLevelWidgets())
      if (top->inherits("QTipLabel")) tip = qobject_cast<const QLabel*>(top);
    QVERIFY(tip != nullptr);
    QCOMPARE(tip->textFormat(), Qt::PlainText);
    QCOMPARE(tip->text(), name);
    QToolTip::hideText();
    QLabel label(name);
    label.ensurePolished();
    QCOMPARE(label.textFormat(), Qt::PlainText);
  }

  void paletteIsComplete_data() { addSchemes(); }
  void paletteIsComplete() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    for (int tone = 0; tone <= int(Tone::OnAccent); ++tone) QVERIFY2(t.color(Tone(tone)).isValid(), qPrintable(QString::number(tone)));
    const QList<VerdictClass> untinted{VerdictClass::Pass, VerdictClass::ExpectedFail};
    QSet<QString> glyphs;
    for (VerdictClass cls : kAllClasses) {
      QVERIFY(t.classStyle(cls).chip.isValid());
      QCOMPARE(t.classStyle(cls).tint.isValid(), !untinted.contains(cls));
      QCOMPARE(t.classStyle(cls).glyph.size(), 1);
      QVERIFY(!t.classStyle(cls).word.isEmpty());
      glyphs.insert(t.classStyle(cls).glyph);
    }
    QCOMPARE(glyphs.size(), qsizetype(kAllClasses.size()));  // the glyph alone shows the class
  }

  void paletteIsTheOneDesigned() {
    QCOMPARE(theme(int(Scheme::Light)).classStyle(VerdictClass::Fail).chip.name(), u"#8c1d18"_s);
    QCOMPARE(theme(int(Scheme::Dark)).classStyle(VerdictClass::Missing).tint.name(), u"#2e2938"_s);
    QCOMPARE(theme(int(Scheme::Light)).color(Tone::Accent).name(), u"#0b63c5"_s);
    QCOMPARE(theme(int(Scheme::Dark)).color(Tone::Border).name(), u"#30363d"_s);
  }

  void changesAreReadable_data() { addSchemes(); }
  void changesAreReadable() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    QVERIFY(t.diffStyle(DiffSide::Added).sign != t.diffStyle(DiffSide::Removed).sign);
    for (DiffSide side : {DiffSide::Removed, DiffSide::Added}) {
      const DiffStyle& look = t.diffStyle(side);
      const auto check = [&](const QColor& ink, const QColor& paper, double least, const QString& what) {
        const double ratio = contrast(ink, paper);
        QVERIFY2(ratio >= least, qPrintable(u"%1 %2: %3"_s.arg(look.sign, what).arg(ratio)));
      };
      check(t.color(Tone::Text), look.tint, kReadable, u"text"_s);
      check(t.color(Tone::Text), look.strong, kReadable, u"changed characters"_s);
      check(t.color(Tone::Muted), look.tint, kReadable, u"line number"_s);
      check(look.mark, look.tint, kReadable, u"sign"_s);
      check(look.mark, t.color(Tone::Base), kReadable, u"count"_s);
      check(look.mark, t.color(Tone::Window), kReadable, u"count on a panel"_s);
      check(look.mark, t.color(Tone::Selection), kReadable, u"count on the selected row"_s);
      check(look.mark, t.color(Tone::Hover), kReadable, u"count under the pointer"_s);
      // The stronger tint is seen against the weaker one, also by eyes that do not separate red from green.
      for (const Matrix& eye : {kNormal, kProtan, kDeutan})
        QVERIFY2(distance(eye, look.strong, look.tint) >= kSeen, qPrintable(look.sign));
    }
  }

  void sizesDifferByLightness_data() { addSchemes(); }
  void sizesDifferByLightness() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    // Each step away from the background, for every eye; a twentieth of the scale is still seen.
    const bool isDark = scheme == int(Scheme::Dark);
    for (const Matrix& eye : {kNormal, kProtan, kDeutan}) {
      for (int i = 0; i < 20; ++i) {
        const Linear before = labOf(seenBy(eye, linearOf(t.sequential(i / 20.0))));
        const Linear after = labOf(seenBy(eye, linearOf(t.sequential((i + 1) / 20.0))));
        const double step = isDark ? after[0] - before[0] : before[0] - after[0];
        QVERIFY2(step > 1, qPrintable(u"%1: %2"_s.arg(i).arg(step)));
      }
      QVERIFY(distance(eye, t.sequential(0), t.sequential(1)) > 60);
    }
    QVERIFY(contrast(t.sequential(1), t.color(Tone::Base)) >= kReadable);
    // What marks a cell is seen on the whole scale by one of its two lines.
    for (int i = 0; i <= 20; ++i) {
      const QColor cell = t.sequential(i / 20.0);
      QVERIFY(std::max(contrast(t.color(Tone::Text), cell), contrast(t.color(Tone::Base), cell)) >= kGraphic);
    }
    QCOMPARE(t.sequential(-1), t.sequential(0));
    QCOMPARE(t.sequential(std::nan("")), t.sequential(0));
    QCOMPARE(t.sequential(7), t.sequential(1));
  }

  void runsDifferInColor_data() { addSchemes(); }
  void runsDifferInColor() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    for (std::size_t i = 0; i < 6; ++i) {
      QVERIFY(t.series(i).isValid());
      QVERIFY2(contrast(t.series(i), t.color(Tone::Base)) >= 3.0, qPrintable(t.series(i).name()));
      for (std::size_t k = 0; k < i; ++k)
        QVERIFY2(distance(kNormal, t.series(i), t.series(k)) >= kSeen, qPrintable(t.series(i).name() + t.series(k).name()));
    }
    // Before and after, the pair most charts show, for all eyes.
    for (const Matrix& eye : {kNormal, kProtan, kDeutan}) QVERIFY(distance(eye, t.series(0), t.series(1)) >= kSeen);
    QCOMPARE(t.series(6), t.series(0));
  }

  void terminalColoursCanBeRead_data() { addSchemes(); }
  void terminalColoursCanBeRead() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    for (int i = 0; i < 16; ++i)
      QVERIFY2(contrast(t.terminal(i), t.color(Tone::Base)) >= 4.5, qPrintable(QString::number(i)));
    // Red, green and yellow say different things.
    QVERIFY(distance(kNormal, t.terminal(1), t.terminal(2)) >= kSeen);
    QVERIFY(distance(kNormal, t.terminal(1), t.terminal(3)) >= kSeen);
    QVERIFY(!t.terminal(-1).isValid());
    QVERIFY(!t.terminal(16).isValid());
  }

  void textIsReadable_data() { addSchemes(); }
  void textIsReadable() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    const auto check = [](const QColor& ink, const QColor& paper, double least, const QString& what) {
      const double ratio = contrast(ink, paper);
      QVERIFY2(ratio >= least, qPrintable(u"%1: %2"_s.arg(what).arg(ratio)));
    };
    for (VerdictClass cls : kAllClasses) {
      const QString word = t.classStyle(cls).word;
      for (bool hovered : {false, true}) {
        const QColor row = t.rowColor(cls, false, hovered);
        check(t.color(Tone::Text), row, kReadable, word + u" text"_s);
        check(t.wordColor(cls, hovered), row, kReadable, word + u" chip"_s);
        check(t.mutedColor(hovered), row, kReadable, word + u" muted"_s);
      }
      for (bool hovered : {false, true}) {
        const QColor selected = t.rowColor(cls, true, hovered);
        check(t.color(Tone::Text), selected, kReadable, word + u" text selected"_s);
        check(t.wordColor(cls, true), selected, kReadable, word + u" word selected"_s);
        check(t.classStyle(cls).chip, selected, kGraphic, word + u" glyph selected"_s);
      }
    }
    for (Tone paper : {Tone::Window, Tone::Base}) {
      check(t.color(Tone::Text), t.color(paper), kReadable, u"text"_s);
      check(t.color(Tone::Muted), t.color(paper), kReadable, u"muted"_s);
      check(t.color(Tone::Accent), t.color(paper), kGraphic, u"focus ring"_s);
      check(t.color(Tone::Control), t.color(paper), kGraphic, u"edge of a control"_s);
      check(t.palette().color(QPalette::Dark), t.color(paper), kGraphic, u"edge in the palette"_s);
      for (VerdictClass cls : kAllClasses) check(t.classStyle(cls).chip, t.color(paper), kReadable, u"chip"_s);
    }
    check(t.color(Tone::OnAccent), t.color(Tone::Accent), kReadable, u"default button"_s);
    check(t.color(Tone::Text), t.color(Tone::Selection), kReadable, u"checked button"_s);
  }

  /// A sign of one class may stand in a row of any other: an excused failure, a flaky mark on a failed row.
  void everyChipIsReadableOnEveryTint_data() { addSchemes(); }
  void everyChipIsReadableOnEveryTint() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    const auto check = [&t](VerdictClass ink, const QColor& ground) {
      const double ratio = contrast(t.classStyle(ink).chip, ground);
      QVERIFY2(ratio >= kReadable, qPrintable(u"%1 on %2: %3"_s.arg(t.classStyle(ink).word, ground.name()).arg(ratio)));
    };
    for (VerdictClass ink : kAllClasses) {
      for (VerdictClass row : kAllClasses) check(ink, t.rowColor(row, false, false));
      check(ink, t.cellColor(ink, false, false));
      check(ink, t.cellColor(VerdictClass::Flaky, false, false));  // excused
    }
  }

  /// Rows are faint, and still told apart from each other and from a row without a tint by normal eyes; the bar at their
  /// left has the full colour for all eyes.
  void faintRowsAreToldApart_data() { addSchemes(); }
  void faintRowsAreToldApart() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    constexpr double kJustSeen = 2.0;
    for (VerdictClass a : kAllClasses)
      for (VerdictClass b : kAllClasses) {
        if (a == b || (!t.classStyle(a).tint.isValid() && !t.classStyle(b).tint.isValid())) continue;
        const double apart = distance(kNormal, t.rowColor(a, false, false), t.rowColor(b, false, false));
        QVERIFY2(apart >= kJustSeen, qPrintable(u"%1 and %2: %3"_s.arg(t.classStyle(a).word, t.classStyle(b).word).arg(apart)));
        QVERIFY(distance(kNormal, t.cellColor(a, false, false), t.color(Tone::Base)) >= distance(kNormal, t.rowColor(a, false, false), t.color(Tone::Base)));
      }
  }

  void chipsAreApartForEveryEye_data() { addSchemes(); }
  void chipsAreApartForEveryEye() {
    QFETCH(int, scheme);
    const Theme t = theme(scheme);
    const std::array classes = {VerdictClass::Pass, VerdictClass::Fail, VerdictClass::Flaky, VerdictClass::Improved,
                             VerdictClass::Missing};
    const std::array eyes = {std::pair{"normal", kNormal}, std::pair{"protan", kProtan}, std::pair{"deutan", kDeutan}};
    for (const auto& [name, eye] : eyes)
      for (std::size_t a = 0; a < classes.size(); ++a)
        for (std::size_t b = a + 1; b < classes.size(); ++b) {
          const double apart = distance(eye, t.classStyle(classes[a]).chip, t.classStyle(classes[b]).chip);
          QVERIFY2(apart >= kApart,
                   qPrintable(u"%1: %2 and %3 are %4 apart"_s.arg(QString::fromUtf8(name), t.classStyle(classes[a]).word,
                                                                                 t.classStyle(classes[b]).word)
                                                                                 .arg(apart)));
        }
  }

  void schemeOfAPalette() {
    QPalette foreign;
    foreign.setColor(QPalette::Window, Qt::darkBlue);
    foreign.setColor(QPalette::WindowText, Qt::yellow);
    QCOMPARE(schemeOf(foreign), Scheme::Dark);
    foreign.setColor(QPalette::WindowText, Qt::black);
    foreign.setColor(QPalette::Window, Qt::cyan);
    QCOMPARE(schemeOf(foreign), Scheme::Light);
    for (Scheme scheme : {Scheme::Light, Scheme::Dark}) QCOMPARE(schemeOf(Theme::load(scheme).palette()), scheme);
  }

  void threeSizesFollowTheSystemFont() {
    QFont base;
    base.setPointSizeF(10);
    const Theme plain = Theme::load(Scheme::Light, base);
    const Theme larger = Theme::load(Scheme::Light, base, 4);
    QCOMPARE(plain.font(TextSize::Normal).pointSizeF(), 10.0);
    QCOMPARE(larger.font(TextSize::Normal).pointSizeF(), 14.0);
    QVERIFY(plain.font(TextSize::Small).pointSizeF() < 10.0);
    QVERIFY(plain.font(TextSize::Large).pointSizeF() > 10.0);
    QVERIFY(larger.monospace().pointSizeF() > plain.monospace().pointSizeF());
    QCOMPARE(plain.font(TextSize::Large).family(), base.family());
    QVERIFY(Theme::load(Scheme::Light, base, -100).font(TextSize::Normal).pointSizeF() >= 6.0);
  }

  void digitsAreTabular() {
    const QFontMetricsF metrics(theme(int(Scheme::Light)).font(TextSize::Normal));
    for (char16_t digit = u'1'; digit <= u'9'; ++digit)
      QCOMPARE(metrics.horizontalAdvance(QChar(digit)), metrics.horizontalAdvance(u'0'));
  }

  void keeperFollowsTheChoice() {
    ThemeController themes(*qApp, Scheme::Dark, 0);
    QCOMPARE(schemeOf(QApplication::palette()), Scheme::Dark);
    QSignalSpy changed(&themes, &ThemeController::changed);
    themes.set(Scheme::Dark, 0);
    QCOMPARE(changed.count(), 0);
    themes.set(Scheme::Light, 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(schemeOf(QApplication::palette()), Scheme::Light);
    const double before = QApplication::font().pointSizeF();
    themes.set(Scheme::Light, 3);
    QCOMPARE(QApplication::font().pointSizeF(), before + 3);
    themes.set({}, 0);  // the offscreen platform is light
    QCOMPARE(themes.theme().scheme(), Scheme::Light);
  }

  void keeperReadsTheSystemAgain() {
    ThemeController themes(*qApp, Scheme::Dark, 0);
    QSignalSpy changed(&themes, &ThemeController::changed);
    QEvent systemChanged(QEvent::ThemeChange);
    QCoreApplication::sendEvent(qApp, &systemChanged);
    QVERIFY(changed.count() >= 1);
    QCOMPARE(schemeOf(QApplication::palette()), Scheme::Dark);  // forced stays forced
  }

  void focusIsVisible_data() { addSchemes(); }
  void focusIsVisible() {
    QFETCH(int, scheme);
    ThemeController themes(*qApp, Scheme(scheme), 0);
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* button = new QPushButton(u"Open"_s);
    auto* edit = new QLineEdit;
    layout->addWidget(button);
    layout->addWidget(edit);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const QRgb accent = themes.theme().color(Tone::Accent).rgb();
    const auto accents = [&](QWidget* widget) {
      const QImage image = widget->grab().toImage();
      int count = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == accent ? 1 : 0;
      return count;
    };
    edit->setFocus();
    QVERIFY(accents(edit) > edit->width());
    QCOMPARE(accents(button), 0);
    QTest::keyClick(edit, Qt::Key_Tab);
    QVERIFY(button->hasFocus());
    QVERIFY(accents(button) > button->width());
    QCOMPARE(accents(edit), 0);
  }

  void scrollBarThumbGoesTheWholeWay() {
    ThemeController themes(*qApp, Scheme::Light, 0);
    QScrollBar bar(Qt::Vertical);
    bar.resize(12, 200);
    bar.setRange(0, 1'000'000);
    bar.setPageStep(30);
    const auto thumb = [&bar] {
      QStyleOptionSlider option;
      option.initFrom(&bar);
      option.orientation = Qt::Vertical;
      option.minimum = bar.minimum();
      option.maximum = bar.maximum();
      option.sliderPosition = bar.value();
      option.pageStep = bar.pageStep();
      return bar.style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, &bar);
    };
    QCOMPARE(thumb().top(), 0);
    QVERIFY(thumb().height() >= 24);  // can be grabbed however long the table is
    bar.setValue(bar.maximum());
    QCOMPARE(thumb().bottom(), 199);
  }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
