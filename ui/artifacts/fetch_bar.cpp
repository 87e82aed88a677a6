// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/fetch_bar.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

#include "core/text/quantities.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kBarWidth = 120;
constexpr int kBarHeight = 4;

constexpr qsizetype kMaxProblems = 200;  ///< lines in the details of a notice

/// problemsOf lists the files that could not be fetched, one line each.
QString problemsOf(const fetch::FetchReport& report) {
  QStringList lines;
  qsizetype left = 0;
  for (const fetch::FetchedFile& file : report.files) {
    if (file.problem.empty()) continue;
    if (lines.size() < kMaxProblems)
      lines << QString::fromStdString(file.artifact.path) + u": "_s + QString::fromStdString(file.problem);
    else
      ++left;
  }
  if (left > 0) lines << FetchBar::tr("and %1 more").arg(left);
  return lines.join(u'\n');
}

}  // namespace

FetchBar::FetchBar(const Theme& theme, NoticeStrip& notices, QWidget* parent)
    : QWidget(parent),
      m_notices(notices),
      m_theme(theme),
      m_text(new QLineEdit(this)),
      m_button(new QPushButton(tr("Fetch"), this)),
      m_offline(new QCheckBox(tr("Offline"), this)),
      m_sentence(new ElidedLabel(Qt::ElideRight, this)),
      m_bar(new QProgressBar(this)),
      m_numbers(new PlainLabel(this)),
      m_token(new PlainLabel(this)) {
  setAccessibleName(tr("Fetch by commit"));
  auto* layout = makeColumn(nullptr, {kGrid, kGrid, kGrid, kGrid / 2}, kGrid / 2);
  makeColumn(this, {}, 0, {layout, divider()});
  auto* top = makeRow(nullptr, {}, kGrid);
  layout->addLayout(top);
  m_text->setAccessibleName(tr("Commit, run or pull request"));
  m_text->setPlaceholderText(tr("Commit, run or pull request"));
  m_text->setToolTip(tr("A commit's hash, or an address on github.com or hud.pytorch.org (H)"));
  m_text->setClearButtonEnabled(true);
  m_text->addAction(lineIcon(u"search"_s), QLineEdit::LeadingPosition)->setText(tr("Fetch"));
  prepareTextField(*m_text);
  m_text->installEventFilter(this);
  top->addWidget(m_text, 1);
  m_button->setAutoDefault(false);
  const int both = std::max(m_button->sizeHint().width(), m_button->fontMetrics().horizontalAdvance(tr("Cancel")) + 32);
  m_button->setMinimumWidth(both);  // the button keeps its size when its text is Cancel
  top->addWidget(m_button);
  m_offline->setToolTip(tr("Take only what an earlier fetch left in the cache"));
  top->addWidget(m_offline);

  auto* below = makeRow(nullptr, {}, kGrid);
  layout->addLayout(below);
  below->addWidget(m_sentence, 1);
  m_bar->setTextVisible(false);
  m_bar->setFixedSize(kBarWidth, kBarHeight);
  m_bar->setAccessibleName(tr("Progress of the fetch"));
  addWidgets(*below, {m_bar, m_numbers, m_token});
  m_sentence->setObjectName(u"fetchSentence"_s);
  m_numbers->setObjectName(u"fetchNumbers"_s);
  m_token->setObjectName(u"fetchToken"_s);

  connect(m_button, &QPushButton::clicked, this, [this] {
    if (m_busy)
      cancel();
    else
      submit();
  });
  connect(m_text, &QLineEdit::textChanged, this, [this] {
    if (m_problem) showMessage({});
  });
  styleText({m_numbers, m_token}, {.size = TextSize::Small, .isMuted = true});
  styleText({m_sentence}, {.size = TextSize::Small});
  applyTheme(*this, theme);
  setBusy(false);
  hide();
}

void FetchBar::setPort(FetchPort& port) {
  m_port = &port;
  show();
  const auto showToken = [this] { m_token->setText(m_port->tokenText()); };
  m_token->setToolTip(
      tr("GitHub's limit for its API. GITHUB_TOKEN in the environment, or a token in the desktop's "
         "keyring, raises it from 60 requests an hour to 5,000"));
  showToken();
  connect(&port, &FetchPort::progress, this, &FetchBar::showProgress);
  connect(&port, &FetchPort::statusMessage, this, [this](const QString& sentence) { showMessage(sentence); });
  connect(&port, &FetchPort::tokenChanged, this, showToken);
  connect(&port, &FetchPort::finished, this, &FetchBar::finish);
  connect(&port, &FetchPort::failed, this, &FetchBar::fail);
}

void FetchBar::fetch(const QString& text) {
  m_text->setText(text);
  submit();
}

void FetchBar::submit() {
  if (m_busy || m_port == nullptr) return;
  const auto target = fetch::targetOf(m_text->text().trimmed().toStdString());
  if (!target) return showMessage(sentenceOf(target.error()), true);
  m_notices.dismiss(u"sources:fetch"_s);
  showMessage(tr("Asking for the jobs"));
  setBusy(true);
  Q_EMIT changed();
  m_port->start(*target, m_offline->isChecked());
}

void FetchBar::cancel() {
  if (m_port == nullptr || !m_busy) return;
  m_port->cancel();
  setBusy(false);
  showMessage(tr("Stopped; what was received is kept for the next time"));
  Q_EMIT changed();
}

void FetchBar::finish(const fetch::FetchReport& report) {
  setBusy(false);
  const QString summary = QString::fromStdString(fetch::reportText(report));
  showMessage(report.notes.isEmpty() ? summary : summary + u" \u00b7 "_s + report.notes.join(u" \u00b7 "_s));
  if (const QString problems = problemsOf(report); !problems.isEmpty())
    m_notices.showNotice({u"sources:fetch"_s, NoticeKind::Information, summary, problems, {}});
  const bool any = std::ranges::any_of(report.files, [](const fetch::FetchedFile& file) { return !file.path.empty(); });
  if (any) Q_EMIT fetched(pathText(report.folder));
  Q_EMIT changed();
}

void FetchBar::fail(const base::Error& error) {
  setBusy(false);
  showMessage(sentenceOf(error), true);
  Q_EMIT changed();
  Q_EMIT failed(error);
}

void FetchBar::setTheme(const Theme& theme) {
  m_theme = theme;
  showSentence();
}

void FetchBar::showSentence() {
  QPalette palette = m_theme.palette();
  palette.setColor(QPalette::WindowText, m_problem ? palette.color(QPalette::BrightText) : m_theme.color(Tone::Muted));
  m_sentence->setPalette(palette);
}

void FetchBar::setBusy(bool busy) {
  m_busy = busy;
  m_button->setText(busy ? tr("Cancel") : tr("Fetch"));
  m_button->setToolTip(busy ? tr("Stop; what was received is kept for the next time")
                            : tr("Get the results of all benchmark jobs (Enter)"));
  m_bar->setVisible(busy);
  m_numbers->setVisible(busy);
  m_token->setVisible(!busy);
  m_text->setReadOnly(busy);
  m_offline->setEnabled(!busy);
  if (busy) showProgress(0, 0, 0);
}

void FetchBar::showProgress(int done, int total, quint64 bytes) {
  m_bar->setRange(0, std::max(total, 1));
  m_bar->setValue(std::min(done, total));
  m_numbers->setText(total == 0 ? QString() : tr("%1 of %2 \u00b7 %3").arg(done).arg(total).arg(QString::fromStdString(text::sizeText(bytes))));
}

void FetchBar::showMessage(const QString& sentence, bool problem) {
  m_problem = problem;
  m_sentence->setText(sentence);
  showSentence();
}

QString FetchBar::message() const { return m_sentence->text(); }

bool FetchBar::hasTextFocus() const { return m_text->hasFocus(); }

void FetchBar::focusText() {
  m_text->setFocus(Qt::ShortcutFocusReason);
  m_text->selectAll();
}

QWidgetList FetchBar::focusOrder() const { return {m_text, m_button, m_offline}; }

bool FetchBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_text && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      submit();
      return true;
    }
    if (key == Qt::Key_Escape || key == Qt::Key_Down) {
      Q_EMIT leaveRequested();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace plumbline::ui
