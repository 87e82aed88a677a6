// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_keeper.h"

#include <QApplication>
#include <QEvent>

#include "ui/theme/plain_style.h"

namespace plumbline::ui {

ThemeKeeper::ThemeKeeper(QApplication& app, std::optional<Scheme> forced, int fontStep, QObject* parent)
    : QObject(parent), m_app(app), m_systemFont(QApplication::font()), m_systemScheme(schemeOf(QApplication::palette())),
      m_forced(forced), m_fontStep(fontStep),
      m_theme(Theme::load(forced.value_or(m_systemScheme), m_systemFont, fontStep)) {
  QApplication::setStyle(new PlainStyle);  // the application owns it
  apply();
  m_app.installEventFilter(this);
}

void ThemeKeeper::set(std::optional<Scheme> forced, int fontStep) {
  m_forced = forced;
  const Scheme scheme = forced.value_or(m_systemScheme);
  if (scheme == m_theme.scheme() && fontStep == m_fontStep) return;
  m_fontStep = fontStep;
  m_theme = Theme::load(scheme, m_systemFont, fontStep);
  apply();
  Q_EMIT changed(m_theme);
}

void ThemeKeeper::apply() {
  QApplication::setPalette(m_theme.palette());
  QApplication::setFont(m_theme.font(TextSize::Normal));
}

bool ThemeKeeper::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ThemeChange && !m_reading) {
    // Qt keeps our palette over the system's; taking ours away for a moment is the only way to see the other.
    m_reading = true;
    QApplication::setPalette(QPalette());
    m_systemScheme = schemeOf(QApplication::palette());
    m_theme = Theme::load(m_forced.value_or(m_systemScheme), m_systemFont, m_fontStep);
    apply();
    m_reading = false;
    Q_EMIT changed(m_theme);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace plumbline::ui
