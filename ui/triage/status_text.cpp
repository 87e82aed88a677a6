// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/status_text.h"

#include <QStringList>

#include "ui/theme/class_marks.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

QString statusText(const verdicts::Comparison& comparison) {
  const std::size_t rows = comparison.rowCount();
  QStringList parts{rows == 1 ? u"1 model"_s : grouped(rows) + u" models"_s};
  for (VerdictClass cls : verdicts::kAllClasses)
    if (const std::uint32_t count = comparison.counts().of(cls); count > 0 && cls != VerdictClass::Pass)
      parts << grouped(count) + u' ' + classMark(cls).title.toLower();
  parts << (comparison.ciExit() == 0 ? u"CI would pass"_s : u"CI would fail"_s);
  return parts.join(u" \u00b7 "_s);
}

QString shownText(std::size_t shown, std::size_t all) {
  return shown == all ? grouped(all) : grouped(shown) + u" of "_s + grouped(all);
}

QString millisecondsText(double ms) {
  if (ms >= 1000) return QString::number(ms / 1000, 'f', 1) + u" s"_s;
  return QString::number(ms, 'f', ms < 9.95 ? 1 : 0) + u" ms"_s;
}

}  // namespace plumbline::ui
