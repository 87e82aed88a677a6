// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/count_text.h"

namespace plumbline::ui {

QString grouped(std::size_t count) {
  QString digits = QString::number(count);
  for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, QChar(u'\u202F'));
  return digits;
}

}  // namespace plumbline::ui
