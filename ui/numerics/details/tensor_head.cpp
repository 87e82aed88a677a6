// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/tensor_head.h"

#include <QPainter>
#include <optional>

#include "ui/numerics/margin_bar.h"
#include "ui/numerics/numerics_text.h"
#include "ui/support/layouts.h"
#include "ui/support/labels.h"
#include "ui/theme/plain_paint.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {
namespace {

/// "float32 and float16", "float32"; shapes in the same way.
QString pairText(const QString& a, const QString& b) { return a == b ? a : TensorHead::tr("%1 and %2").arg(a, b); }

QString factsOf(const numerics::Decision& decision) {
  if (!decision.ref && !decision.res) return {};
  if (!decision.ref || !decision.res)
    return decision.ref ? TensorHead::tr("only in ref: %1").arg(shapeOf(decision.ref))
                        : TensorHead::tr("only in res: %1").arg(shapeOf(decision.res));
  QStringList parts;
  const QString dtypes = pairText(dtypeOf(decision.ref), dtypeOf(decision.res));
  if (isTensor(decision.ref) && isTensor(decision.res)) parts << dtypes;
  parts << pairText(shapeOf(decision.ref), shapeOf(decision.res));
  if (isTensor(decision.fp64))
    parts << (dtypeOf(decision.fp64) == u"float64"_s ? TensorHead::tr("fp64 reference")
              : TensorHead::tr("reference is %1: not used").arg(dtypeOf(decision.fp64)));
  else if (isTensor(decision.ref)) parts << TensorHead::tr("no fp64 reference");
  return parts.join(u" \u00b7 "_s);
}

}  // namespace

/// VerdictLine: chip, step, margin.
class TensorHead::VerdictLine : public QWidget {
 public:
  explicit VerdictLine(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  void setTheme(const Theme& theme) {
    m_theme = theme;
    setFont(theme.font(TextSize::Normal));
    updateGeometry();
    update();
  }
  void setDecision(const std::optional<numerics::Decision>& decision) {
    m_decision = decision;
    setAccessibleName(text());
    setToolTip(decision ? QString::fromStdString(decision->text) : QString());
    update();
  }
  QString text() const {
    if (!m_decision) return {};
    QStringList parts{styleOf(verdictOf(*m_decision)).title, stepLabel(*m_decision)};
    if (m_decision->margin) parts << TensorHead::tr("margin %1").arg(marginText(*m_decision->margin));
    return parts.join(u", "_s);
  }
  QSize sizeHint() const override { return {320, fontMetrics().height() + kGrid}; }
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (!m_decision) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const TensorStyle style = styleOf(verdictOf(*m_decision));
    const ClassStyle& colors = m_theme.classStyle(style.cls);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QString label = style.glyph + u' ' + style.word;
    const int chip = static_cast<int>(QFontMetricsF(bold).horizontalAdvance(label)) + 2 * kGrid;
    if (colors.tint.isValid()) drawBox(&painter, QRect(0, 2, chip, height() - 4), {.fill = colors.tint, .border = {}});
    painter.setFont(bold);
    painter.setPen(style.isQuiet ? m_theme.color(Tone::Muted) : colors.chip);
    painter.drawText(QRect(colors.tint.isValid() ? kGrid : 0, 0, chip, height()), Qt::AlignVCenter | Qt::AlignLeft, label);
    const int margin = m_decision->margin ? std::min(marginWidth(m_theme), width() / 2) : 0;
    painter.setFont(font());
    painter.setPen(m_theme.color(Tone::Text));
    const int left = chip + (colors.tint.isValid() ? kGrid : 0);
    const int room = std::max(0, width() - left - margin - (margin > 0 ? kGrid : 0));
    painter.drawText(QRect(left, 0, room, height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     fontMetrics().elidedText(stepLabel(*m_decision), Qt::ElideRight, room));
    if (margin > 0)
      paintMargin(painter, QRect(width() - margin, 0, margin, height()),
                  {.margin = *m_decision->margin, .isDeciding = m_decision->step == numerics::Step::Rmse}, m_theme);
  }

 private:
  Theme m_theme;
  std::optional<numerics::Decision> m_decision;
};

TensorHead::TensorHead(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_name(new ElidedLabel(Qt::ElideMiddle, this)),
      m_facts(new ElidedLabel(Qt::ElideRight, this)),
      m_progress(new ElidedLabel(Qt::ElideRight, this)),
      m_verdict(new VerdictLine(theme, this)) {
  auto* first = makeRow(nullptr, {}, 2 * kGrid, {{m_name, 1}, m_progress});
  m_progress->hide();
  makeColumn(this, {2 * kGrid, kGrid, 2 * kGrid, kGrid / 2}, kGrid / 4, {first, m_facts, m_verdict});
  styleText({m_name}, {.isBold = true});
  styleText({m_facts, m_progress}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void TensorHead::showSubject(const TensorSubject& subject) {
  m_name->setText(subject.name.isEmpty() ? tr("the value itself") : subject.name);
  m_facts->setText(factsOf(subject.decision));
  m_verdict->setDecision(subject.decision);
}

void TensorHead::clear() {
  m_name->setText(tr("No tensor is chosen"));
  m_facts->setText({});
  m_verdict->setDecision({});
  setProgress(-1);
}

void TensorHead::setProgress(int percent) {
  m_progress->setText(percent < 0 ? QString() : tr("computing %1 %").arg(percent));
  m_progress->setVisible(percent >= 0);
}
QString TensorHead::verdictText() const { return m_verdict->text(); }
QString TensorHead::factsText() const { return m_facts->text(); }

}  // namespace plumbline::ui
