// SPDX-License-Identifier: GPL-3.0-or-later
// The configs that a checkout on this machine has baselines of, looked up on another thread.
//
//   connect(configs, &KnownConfigs::changed, form, [=] { offer(configs->names()); });
//   configs->look("/src/pytorch");
#pragma once

#include <QObject>
#include <QStringList>

#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

class KnownConfigs : public QObject {
  Q_OBJECT

 public:
  explicit KnownConfigs(QObject* parent = nullptr);
  void look(const std::string& checkout);
  const QStringList& names() const { return m_names; }

 Q_SIGNALS:
  void changed();

 private:
  std::string m_checkout;
  QStringList m_names;
  tasks::LatestRunner<QStringList> m_runner;
};

}  // namespace plumbline::ui
