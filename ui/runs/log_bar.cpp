// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log_bar.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "ui/runs/log_search_field.h"
#include "ui/support/elided_label.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kFieldWidth = 26 * kGrid, kSmallestField = 15 * kGrid;

QToolButton* stepButton(Qt::ArrowType arrow, const QString& name, const QString& tooltip, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setArrowType(arrow);
  made->setAccessibleName(name);
  made->setToolTip(tooltip);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

}  // namespace

LogBar::LogBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_name(new ElidedLabel(Qt::ElideMiddle, this)),
      m_line(new ElidedLabel(Qt::ElideRight, this)),
      m_field(new LogSearchField(this)),
      m_previous(stepButton(Qt::UpArrow, u"Previous match"_s, u"Previous match (Shift+F3)"_s, this)),
      m_next(stepButton(Qt::DownArrow, u"Next match"_s, u"Next match (F3)"_s, this)),
      m_error(addButton(u"First error"_s, u"Go to the first line that looks like an error; once more, to the next (I)"_s)),
      m_follow(addButton(u"Follow"_s, u"Go to the end and stay there while the log grows (L)"_s)) {
  m_follow->setCheckable(true);
  m_line->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_name->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  m_field->setMinimumWidth(kSmallestField);
  m_field->setMaximumWidth(kFieldWidth);

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  layout->setSpacing(kGrid);
  layout->addWidget(m_name);
  layout->addWidget(m_line, 1);
  layout->addWidget(m_field, 1);
  layout->addWidget(m_previous);
  layout->addWidget(m_next);
  layout->addWidget(m_error);
  layout->addWidget(m_follow);

  connect(m_field, &QLineEdit::textChanged, this, &LogBar::textChanged);
  connect(m_field, &LogSearchField::stepWanted, this, &LogBar::findWanted);
  connect(m_field, &LogSearchField::leaveWanted, this, [this] {
    Q_EMIT stopWanted();
    Q_EMIT leaveWanted();
  });
  connect(m_previous, &QToolButton::clicked, this, [this] { Q_EMIT findWanted(true); });
  connect(m_next, &QToolButton::clicked, this, [this] { Q_EMIT findWanted(false); });
  connect(m_error, &QToolButton::clicked, this, &LogBar::errorWanted);
  connect(m_follow, &QToolButton::clicked, this, &LogBar::followWanted);
  setTheme(theme);
}

QToolButton* LogBar::addButton(const QString& text, const QString& tooltip) {
  auto* made = new QToolButton(this);
  made->setText(text);
  made->setToolTip(tooltip);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

void LogBar::setTheme(const Theme& theme) {
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_line->setPalette(quiet);
  m_line->setFont(theme.font(TextSize::Small));
}

void LogBar::showFacts(const QString& name, const QString& path, const QString& facts) {
  m_name->setText(name);
  m_name->setDetail(path);
  m_facts = facts;
  showLine();
}

void LogBar::showLine() { m_line->setText(m_news.isEmpty() ? m_facts : m_news); }

void LogBar::setUsable(bool usable) {
  for (QWidget* part : {static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_previous), static_cast<QWidget*>(m_next),
                        static_cast<QWidget*>(m_error), static_cast<QWidget*>(m_follow)})
    part->setEnabled(usable);
}

void LogBar::setFollows(bool follows) { m_follow->setChecked(follows); }
void LogBar::say(const QString& news) {
  m_news = news;
  showLine();
}
std::string LogBar::text() const { return m_field->text().toStdString(); }

void LogBar::focusSearch() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

}  // namespace plumbline::ui
