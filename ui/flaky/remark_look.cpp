// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/remark_look.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::RemarkKind;
using verdicts::VerdictClass;

RemarkLook lookOf(RemarkKind kind) {
  switch (kind) {
    case RemarkKind::Expired:
      return {u"expired"_s,
              u"\u2717"_s,
              u"Expired"_s,
              u"expired"_s,
              u"Show only entries that excuse nothing any more"_s,
              VerdictClass::Fail};
    case RemarkKind::InNoBaseline:
      return {u"noBaseline"_s,
              u"\u2205"_s,
              u"In no baseline"_s,
              u"no baseline"_s,
              u"Show only entries whose model stands in no baseline of their scope"_s,
              VerdictClass::Missing};
    case RemarkKind::OneScriptOnly:
      return {u"oneScript"_s,
              u"\u2260"_s,
              u"In one script only"_s,
              u"one script"_s,
              u"Show only the differences between the two check scripts' sets"_s,
              VerdictClass::Improved};
    case RemarkKind::Twice:
      return {u"twice"_s,           u"!"_s, u"Twice"_s, u"twice"_s, u"Show only names that stand twice in one list"_s,
              VerdictClass::Invalid};
    case RemarkKind::NoReason:
      return {u"noReason"_s,      u"?"_s, u"No reason"_s, u"no reason"_s, u"Show only entries that nobody explained"_s,
              VerdictClass::Flaky};
  }
  return {};
}

}  // namespace plumbline::ui
