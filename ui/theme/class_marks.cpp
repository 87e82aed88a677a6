// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/class_marks.h"

#include <array>
#include <string_view>

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

QString fromUtf8(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

ClassMark madeMark(VerdictClass cls) {
  QString title = fromUtf8(verdicts::classWord(cls));
  title[0] = title[0].toUpper();
  // CI's own word where the class's name is too long for the table.
  const QString word = cls == VerdictClass::ExpectedFail ? u"XFAIL"_s : fromUtf8(verdicts::className(cls)).toUpper();
  return {fromUtf8(verdicts::classGlyph(cls)), word, title};
}

}  // namespace

ClassMark classMark(VerdictClass cls) {
  // Made once: the table asks for every cell it paints.
  static const auto kMarks = [] {
    std::array<ClassMark, verdicts::kAllClasses.size()> marks;
    for (const VerdictClass each : verdicts::kAllClasses) marks[static_cast<std::size_t>(each)] = madeMark(each);
    return marks;
  }();
  return kMarks[static_cast<std::size_t>(cls)];
}

}  // namespace plumbline::ui
