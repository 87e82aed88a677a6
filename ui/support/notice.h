// SPDX-License-Identifier: GPL-3.0-or-later
// Something the user should know, said in a line inside the window instead of a message box.
//
//   strip->say({.id = u"changed"_s, .text = u"actual.csv changed on disk."_s, .actionText = u"Reload"_s, .action =
//   reload});
#pragma once

#include <QString>
#include <functional>

#include "core/base/error.h"

namespace plumbline::ui {

enum class NoticeKind { Information, Problem };

struct Notice {
  QString id;  ///< a newer notice with the same id takes the place of the older one
  NoticeKind kind = NoticeKind::Information;
  QString text;        ///< one sentence
  QString details;     ///< shown on demand and put on the clipboard by Copy; may be empty
  QString actionText;  ///< button that mends it; may be empty
  std::function<void()> action = {};
  QString secondText = {};  ///< a second way out, e.g. "Discard" beside "Restore"; may be empty
  std::function<void()> second = {};
};

/// sentenceOf is what is wrong and what to do about it, without the place: for a line that has no details.
QString sentenceOf(const base::Error& error);
/// noticeFor turns an error into a notice: sentence and hint in the line, place and path in the details.
Notice noticeFor(const base::Error& error, const QString& id);

}  // namespace plumbline::ui
