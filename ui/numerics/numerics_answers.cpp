// SPDX-License-Identifier: GPL-3.0-or-later
// From files to the answer on the page, and what stands there while there is none.
#include <QFile>
#include <utility>

#include "ui/numerics/numerics_page_private.h"
#include "ui/support/count_text.h"
#include "ui/support/notice.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using Mode = NumericsStrip::Mode;

void NumericsPage::Private::open(const TensorFiles& files) {
  if (std::exchange(hasProblem, false)) Q_EMIT page->noticeOver();
  isNewComparison = true;
  strip->setFiles(files);
  if (!files.isComplete()) {
    answer.reset();
    model->setRows({});
    details->clear();
  }
  desk->open(files);
  if (!desk->isBusy()) sayNothing();
  news.clear();
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
}

void NumericsPage::openFiles(const TensorFiles& files) {
  if (!d->isFiles()) d->setMode(Mode::Files);
  d->open(files);
}

void NumericsPage::openLogs(const QStringList& logs) {
  if (d->isFiles()) d->setMode(Mode::Logs);
  d->strip->setLogs(logs);
  d->logs->open(logs);
}

void NumericsPage::Private::showAnswer(const SameAnswer& made) {
  if (std::exchange(hasProblem, false)) Q_EMIT page->noticeOver();
  const QWidget* focus = page->focusWidget();
  const bool hadFocus = focus == nullptr || focus == page || nothing->isAncestorOf(focus) || strip->isAncestorOf(focus);
  const bool isNew = std::exchange(isNewComparison, false);
  answer = made;
  strip->setProblem({}, {});
  answerStrip->showAnswer(made);
  bar->showRows(made.rows);
  model->setRows(made.rows);
  pages->setCurrentIndex(1);
  if (isNew) {  // who opens files wants to see what is wrong first
    const auto first = made.rows->result().firstFailure();
    if (first) tree->goTo(made.rows->nodeOf(*first));
  }
  showCurrent();
  if (hadFocus) focusBody(Qt::OtherFocusReason);
  news = made.notes.join(u" \u00b7 "_s);
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
  Q_EMIT page->answered();
  if (!isDetailsBusy) Q_EMIT page->settled();
}

void NumericsPage::Private::showFailure(const base::Error& error) {
  hasProblem = true;
  answer.reset();
  model->setRows({});
  bar->showRows({});
  details->clear();
  const QString text = fromUtf8(error.text), file = QFile::decodeName(QByteArray::fromStdString(error.file));
  strip->setProblem(file, text);
  nothing->say(file.isEmpty() ? u"These cannot be compared"_s : u"%1 cannot be read"_s.arg(file.section(u'/', -1, -1, QString::SectionSkipEmpty)),
               shortened(sentenceOf(error), 600),
               {{u"Read again"_s, [this] { desk->reload(); }}, {u"Open other files"_s, [this] { strip->askForFiles(); }}});
  pages->setCurrentIndex(0);
  Q_EMIT page->noticeWanted(error);
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
  Q_EMIT page->answered();
  Q_EMIT page->settled();
}

void NumericsPage::Private::sayNothing() {
  const TensorFiles& files = strip->files();
  if (answer) return;
  pages->setCurrentIndex(0);
  if (desk->isBusy()) return nothing->say(u"Reading and comparing"_s, {}, {});
  const EmptyState::Button open{u"Open files"_s, [this] { strip->askForFiles(); }};
  const EmptyState::Button folder{u"Open a folder"_s, [this] { strip->askForFolder(); }};
  if (desk->wasCancelled())
    return nothing->say(u"Cancelled"_s, u"Nothing was decided."_s, {{u"Compare"_s, [this] { desk->reload(); }}, open});
  if (!files.isEmpty() && !files.isComplete())
    return nothing->say(files.ref.isEmpty() ? u"The reference is missing"_s : files.res.isEmpty() ? u"The result is missing"_s : u"One more file"_s,
                        u"Choose it above, or drop it here: ref is what it should be, res what the compiled model gave."_s, {open, folder});
  nothing->say(u"Is the compiled model's answer the same?"_s,
               u"Choose what eager gave (ref), what the compiled model gave (res) and, for the margin, the float64 run (fp64): .pt, .npy, .npz or "
               ".safetensors files, or folders of them. In Python, torch.save(outputs, \"ref.pt\") writes one; a folder with ref.pt, res.pt and "
               "fp64.pt fills all three."_s,
               {open, folder});
}

QString NumericsPage::statusText() const {
  if (!d->isFiles()) return d->news.isEmpty() ? d->logs->statusText() : d->news;
  if (d->desk->isBusy() && !d->answer) return u"Reading and comparing"_s;
  if (!d->answer) return d->hasProblem ? u"Nothing was decided"_s : u"No files are compared"_s;
  const TensorRows& rows = *d->answer->rows;
  const std::size_t all = rows.result().decisions.size();
  QString text = u"%1 %2"_s.arg(grouped(all), all == 1 ? u"value"_s : u"values"_s);
  text += rows.failing() == 0 ? u" \u00b7 all same"_s : u" \u00b7 %1 %2"_s.arg(grouped(rows.failing()), rows.failing() == 1 ? u"differs"_s : u"differ"_s);
  if (rows.near() > 0) text += u", %1 near the limit"_s.arg(grouped(rows.near()));
  if (rows.notReached() > 0) text += u" \u00b7 torch stops after %1"_s.arg(grouped(all - rows.notReached()));
  const double ms = d->answer->milliseconds;
  text += u" \u00b7 "_s + (ms >= 1000 ? u"%1 s"_s.arg(ms / 1000, 0, 'f', 2) : u"%1 ms"_s.arg(ms, 0, 'f', ms < 10 ? 1 : 0));
  return d->news.isEmpty() ? text : text + u" \u00b7 "_s + d->news;
}

void NumericsPage::cancelWork() {
  d->desk->cancel();
  d->logs->desk().cancel();
  d->patience.stop();
  if (d->isNewComparison) d->answer.reset();
  d->sayNothing();
  d->tell(u"Cancelled"_s);
}

}  // namespace plumbline::ui
