// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_marks.h"

#include <QStringList>

#include "ui/support/count_text.h"
#include "ui/theme/class_marks.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::MatrixCell;
using verdicts::VerdictClass;

CellKind kindOf(const MatrixCell& cell) {
  if (!cell.config) return CellKind::NoConfig;
  if (!cell.problem.empty()) return CellKind::Problem;
  if (!cell.hasRun) return CellKind::NotRun;
  if (!cell.hasBaseline) return CellKind::NoBaseline;
  const bool matters = cell.fail + cell.invalid + cell.missing + cell.lost + cell.flaky + cell.improved > 0;
  return matters ? CellKind::Matters : CellKind::Calm;
}

QList<CellMark> marksOf(const MatrixCell& cell) {
  QList<CellMark> marks;
  const auto add = [&marks](VerdictClass cls, std::uint32_t count) {
    if (count > 0) marks << CellMark{cls, classMark(cls).glyph + grouped(count)};
  };
  const CellKind kind = kindOf(cell);
  if (kind == CellKind::Calm) {
    add(VerdictClass::Pass, cell.pass);
    add(VerdictClass::ExpectedFail, cell.expectedFail);
  } else if (kind == CellKind::Matters) {
    add(VerdictClass::Fail, cell.fail);
    add(VerdictClass::Invalid, cell.invalid);
    add(VerdictClass::Missing, cell.missing + cell.lost);  // one glyph stands for both; the words tell them apart
    add(VerdictClass::Flaky, cell.flaky);
    add(VerdictClass::Improved, cell.improved);
  } else if (kind == CellKind::Problem) {
    marks << CellMark{VerdictClass::Invalid, classMark(VerdictClass::Invalid).glyph};
  }
  return marks;
}

VerdictClass lookOf(const MatrixCell& cell) {
  const QList<CellMark> marks = kindOf(cell) == CellKind::Calm ? QList<CellMark>() : marksOf(cell);
  return marks.isEmpty() ? VerdictClass::Pass : marks.first().cls;
}

QString shardText(const MatrixCell& cell) {
  if (!cell.hasRun || cell.shardsWanted == 0 || cell.shardsHere >= cell.shardsWanted) return {};
  return u"%1/%2"_s.arg(cell.shardsHere).arg(cell.shardsWanted);
}

QString shortText(const MatrixCell& cell) {
  switch (kindOf(cell)) {
    case CellKind::NoConfig: return {};
    case CellKind::NotRun: return u"not run"_s;
    case CellKind::NoBaseline: return u"no baseline"_s;
    default: break;
  }
  QStringList parts;
  for (const CellMark& mark : marksOf(cell)) parts << mark.text;
  if (const QString shards = shardText(cell); !shards.isEmpty()) parts << shards;
  return parts.join(u' ');
}

}  // namespace plumbline::ui
