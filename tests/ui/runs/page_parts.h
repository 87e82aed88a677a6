// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tests of the page of runs find its parts, and how they answer for the machine.
//
//   answer(shown, report);   // to the question whether a run could start
#pragma once

#include <QPushButton>

#include "tests/ui/runs/runs_fixture.h"
#include "ui/runs/form/form_fields.h"
#include "ui/runs/form/run_form.h"
#include "ui/runs/form/start_panel.h"
#include "ui/runs/queue_table.h"

namespace plumbline::testing {

inline ui::RunForm* formOf(Shown& shown) { return shown.page.findChild<ui::RunForm*>(); }
inline ui::FormFields* fieldsOf(Shown& shown) { return shown.page.findChild<ui::FormFields*>(); }
inline ui::StartPanel* panelOf(Shown& shown) { return shown.page.findChild<ui::StartPanel*>(); }
inline ui::QueueTable* tableOf(Shown& shown) { return shown.page.findChild<ui::QueueTable*>(QStringLiteral("queue")); }
inline QPushButton* startOf(Shown& shown) { return panelOf(shown)->findChild<QPushButton*>(); }

/// answer lets the machine say something once it was asked.
inline void answer(Shown& shown, const runs::ProbeReport& report) {
  QObject::disconnect(&shown.queue, &runs::RunQueue::probed, formOf(shown), nullptr);
  QSignalSpy asked(formOf(shown), &ui::RunForm::probeRequested);
  shown.page.showSpec(cacheSpec(2));
  QVERIFY(asked.wait(5000));
  formOf(shown)->acceptProbe(report);
}

}  // namespace plumbline::testing
