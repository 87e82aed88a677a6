// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the margins out of benchmark logs, off the window's thread; other assumptions read them again.
//
//   MarginDesk desk;
//   connect(&desk, &MarginDesk::found, page, [&](const MarginAnswer& answer) { model.setAnswer(answer); });
//   desk.open({u"monday.log"_s, u"tuesday.log"_s});
#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "core/base/error.h"
#include "core/numerics/margin_log.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

struct MarginAnswer {
  QStringList logs;  ///< those that could be read, the oldest first
  std::vector<std::vector<numerics::LoggedMargin>> margins;  ///< as many
  std::vector<numerics::MarginTrend> trends;
  numerics::MarginOptions options;
  std::vector<base::Error> errors;  ///< of logs that could not be read
};

class MarginDesk : public QObject {
  Q_OBJECT

 public:
  explicit MarginDesk(QObject* parent = nullptr);

  void open(const QStringList& logs);
  void setOptions(const numerics::MarginOptions& options);
  void cancel();
  const QStringList& logs() const { return m_logs; }
  const numerics::MarginOptions& options() const { return m_options; }
  bool isBusy() const { return m_isBusy; }

 Q_SIGNALS:
  void found(const plumbline::ui::MarginAnswer& answer);
  void failed(const plumbline::base::Error& error);
  void busyChanged(bool isBusy);
  void progress(quint64 done, quint64 total);

 private:
  void read();
  void setBusy(bool isBusy);

  QStringList m_logs;
  numerics::MarginOptions m_options;
  bool m_isBusy = false;
  tasks::LatestRunner<MarginAnswer> m_runner;
};

}  // namespace plumbline::ui
