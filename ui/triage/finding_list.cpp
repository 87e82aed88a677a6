// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/finding_list.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme/plain_paint.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

/// A flat label in a rounded box.
class Chip : public QLabel {
 public:
  Chip(const QString& text, const Theme& theme, QWidget* parent) : QLabel(text, parent), m_theme(theme) {
    setFont(theme.font(TextSize::Small));
    setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QPainter painter(this);
    drawBox(&painter, rect(), {.fill = m_theme.color(Tone::Window), .border = m_theme.color(Tone::Border)});
    QLabel::paintEvent(event);
  }

 private:
  Theme m_theme;
};

}  // namespace

FindingList::FindingList(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)) {
  setAccessibleName(u"Findings"_s);
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(kGrid / 2);
  hide();
}

void FindingList::setTheme(const Theme& theme) {
  m_theme = theme;
  show(m_findings);
}

void FindingList::show(std::uint16_t findings) {
  m_findings = findings;
  while (QLayoutItem* item = m_layout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f) {
    if (((findings >> f) & 1U) == 0) continue;
    const auto finding = static_cast<verdicts::Finding>(f);
    m_layout->addWidget(new Chip(fromUtf8(findingTitle(finding)), m_theme, this));
    auto* why = new QLabel(fromUtf8(findingText(finding)), this);
    why->setWordWrap(true);
    why->setFont(m_theme.font(TextSize::Small));
    QPalette quiet = m_theme.palette();
    quiet.setColor(QPalette::WindowText, m_theme.color(Tone::Muted));
    why->setPalette(quiet);
    m_layout->addWidget(why);
    m_layout->addSpacing(kGrid / 2);
  }
  setVisible(findings != 0);
}

}  // namespace plumbline::ui
