// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/known_configs.h"

#include "core/runs/checkout_configs.h"
#include "ui/triage/utf8_text.h"

namespace plumbline::ui {

KnownConfigs::KnownConfigs(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<QStringList> names) {
        m_names = names.isValue() ? names.value() : QStringList();
        Q_EMIT changed();
      }) {}

void KnownConfigs::look(const std::string& checkout) {
  if (checkout == m_checkout) return;
  m_checkout = checkout;
  m_runner.run([checkout](const base::Progress&) -> base::Outcome<QStringList> {
    QStringList names;
    for (const std::string& name : runs::checkoutConfigs(checkout)) names << fromUtf8(name);
    return names;
  });
}

}  // namespace plumbline::ui
