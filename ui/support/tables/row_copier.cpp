// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/tables/row_copier.h"

#include "ui/support/clipboard_text.h"


namespace plumbline::ui {

RowCopier::RowCopier(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<Text> text) {
        if (text.isValue()) deliver(text.value());
      }) {}

void RowCopier::copy(std::size_t rows, MakeText makeText) {
  m_runner.cancel();
  if (rows == 0) return;
  if (rows <= kMaxAtOnce) return deliver({makeText({}), rows});
  m_runner.run([rows, makeText = std::move(makeText)](const base::Progress& progress) -> base::Outcome<Text> {
    Text text{makeText(progress), rows};
    if (progress.stopRequested()) return base::Cancelled{};
    return text;
  });
}

void RowCopier::deliver(const Text& text) {
  copyText(text.text);
  Q_EMIT copied(text.rows);
}

}  // namespace plumbline::ui
