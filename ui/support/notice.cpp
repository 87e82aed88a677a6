// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/notice.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

QString sentenceOf(const base::Error& error) {
  const QString text = QString::fromStdString(error.text);
  return error.hint.empty() ? text : text + u' ' + QString::fromStdString(error.hint);
}

Notice noticeFor(const base::Error& error, const QString& id) {
  const QString text = QString::fromStdString(error.text);
  const QString file = QString::fromStdString(error.file);
  const QString fileName = file.section(u'/', -1);
  Notice notice;
  notice.id = id;
  notice.kind = NoticeKind::Problem;
  QString place;
  if (!fileName.isEmpty() && !text.contains(fileName)) {
    place = fileName;
    if (error.line > 0) place += u", line %1"_s.arg(error.line);
    place += u": "_s;
  }
  notice.text = place + sentenceOf(error);
  notice.details = QString::fromStdString(base::describe(error));
  return notice;
}

}  // namespace plumbline::ui
