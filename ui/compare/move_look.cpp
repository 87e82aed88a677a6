// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/move_look.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using diff::Move;
using verdicts::VerdictClass;

MoveLook moveLook(Move move) {
  switch (move) {
    case Move::Worse:
      return {u"▼"_s, u"WORSE"_s, u"Worse"_s, u"A metric moved the wrong way, by more than its threshold"_s, VerdictClass::Fail, true};
    case Move::Broke:
      return {u"✗"_s, u"BROKE"_s, u"Broke"_s, u"Accuracy passed before and does not any more"_s, VerdictClass::Fail, true};
    case Move::Better:
      return {u"▲"_s, u"BETTER"_s, u"Better"_s, u"A metric moved the right way, by more than its threshold, and none the wrong way"_s,
              VerdictClass::Improved, true};
    case Move::Healed:
      return {u"✓"_s, u"HEALED"_s, u"Healed"_s, u"Accuracy did not pass before and does now"_s, VerdictClass::Improved, true};
    case Move::Changed:
      return {u"≠"_s, u"CHANGED"_s, u"Changed"_s, u"Another value, where no direction is the better one"_s, VerdictClass::Flaky, false};
    case Move::OnlyBefore:
      return {u"−"_s, u"GONE"_s, u"Only before"_s, u"The later run does not have this model"_s, VerdictClass::Missing, true};
    case Move::OnlyAfter:
      return {u"+"_s, u"NEW"_s, u"Only after"_s, u"The earlier run does not have this model"_s, VerdictClass::Missing, false};
    case Move::MissingShard:
      return {u"?"_s, u"NOT RUN"_s, u"Not run"_s, u"One of the runs lacks the shard of this model"_s, VerdictClass::Missing, false};
    case Move::Same:
      return {u"="_s, u"SAME"_s, u"Same"_s, u"Equal, or moved less than the threshold"_s, VerdictClass::ExpectedFail, false};
    case Move::Nothing:
    case Move::Count: break;
  }
  return {u"·"_s, u"NO VALUE"_s, u"No value"_s, u"There are no two values to compare"_s, VerdictClass::ExpectedFail, false};
}

QString flipMark() { return u"⇄"_s; }
QString alarmMark() { return u"÷"_s; }
QString floorMark() { return u"▾"_s; }

}  // namespace plumbline::ui
