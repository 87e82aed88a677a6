// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/start_page.h"

#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <algorithm>

#include "core/fetch/fetch_plan.h"
#include "ui/shell/action_registry.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {
namespace {

constexpr int kShortestFolder = 80;

constexpr int kSheetWidth = 640;
constexpr qsizetype kShownPairs = 6;

QPushButton* bigButton(const QString& name, const QString& text, const QString& icon, QWidget* parent) {
  auto* button = new QPushButton(lineIcon(icon), u'\u2002' + text, parent);
  button->setObjectName(name);
  button->setAccessibleName(text);
  button->setMinimumHeight(32);
  button->setIconSize(QSize(18, 18));
  return button;
}

}  // namespace

QString recentTitle(const RecentPair& pair) {
  QString actual = pair.actual.section(u'/', -1);
  QString expected = pair.expected.section(u'/', -1);
  if (actual == expected) {
    actual = pair.actual.section(u'/', -2);
    expected = pair.expected.section(u'/', -2);
  }
  return actual + u" \u2194 "_s + expected;
}

QString recentState(const RecentPair& pair) {
  QStringList parts{pair.progress};
  if (pair.when.isValid())
    parts << QLocale::c().toString(pair.when.toLocalTime(), StartPage::tr("d MMM yyyy", "date of a pair opened before"));
  parts.removeAll(QString());
  return parts.join(u" \u00b7 "_s);
}

RecentButton::RecentButton(const RecentPair& pair, QWidget* parent)
    : QuietButton(parent), m_folder(pair.actual.section(u'/', 0, -2)), m_state(recentState(pair)) {
  setText(recentTitle(pair));
  setAccessibleName(tr("Open again: %1").arg(m_state.isEmpty() ? text() : text() + u", "_s + m_state));
  setToolTip(tr("actual: %1\nexpected: %2").arg(pair.actual, pair.expected));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RecentButton::sizeHint() const { return {240, fontMetrics().height() + 2 * kGrid}; }

void RecentButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintFocus(painter, QRectF(rect()).adjusted(0, 1, 0, -1));
  QFont link = font();
  link.setUnderline(underMouse() || isDown());
  painter.setFont(link);
  painter.setPen(palette().color(QPalette::Link));
  const int stateWidth = m_state.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_state) + 2 * kGrid;
  const QString title = fontMetrics().elidedText(text(), Qt::ElideMiddle, width() - stateWidth);
  const int titleWidth = fontMetrics().horizontalAdvance(title);
  painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, title);
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, m_state);
  const QRect rest = rect().adjusted(titleWidth + 2 * kGrid, 0, -stateWidth, 0);
  if (rest.width() < kShortestFolder) return;
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(m_folder, Qt::ElideLeft, rest.width()));
}

StartPage::StartPage(ActionRegistry& registry, RecentPairs& recent, QWidget* parent)
    : QWidget(parent),
      m_registry(registry),
      m_recent(recent),
      m_title(new TitleLabel({}, TitleLabel::kTitleScale, this)),
      m_text(new PlainLabel(this)),
      m_open(bigButton(u"start.open"_s, {}, u"open"_s, this)),
      m_target(makeTextField(tr("Commit, pull request or HUD link"), tr("Paste a commit, pull request or HUD link"), this)),
      m_targetBox(new FieldBox({}, m_target, {}, this)),
      m_list(new QWidget(this)),
      m_listLayout(new QVBoxLayout(m_list)) {
  setObjectName(u"startPage"_s);
  setAccessibleName(tr("Start"));
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  m_title->setObjectName(u"startTitle"_s);
  m_title->setWordWrap(true);
  m_text->setWordWrap(true);
  m_text->setForegroundRole(QPalette::PlaceholderText);
  QPushButton* folder = bigButton(u"start.folder"_s, tr("Open a folder of results"), u"sources"_s, this);
  connect(folder, &QPushButton::clicked, this, [this] { m_registry.run(u"commit.openFolder"_s); });
  QPushButton* sample = bigButton(u"start.sample"_s, tr("Show the sample"), u"sample"_s, this);
  connect(m_open, &QPushButton::clicked, this, [this] { m_registry.run(m_openAction); });
  connect(sample, &QPushButton::clicked, this, [this] { m_registry.run(u"pair.sample"_s); });
  updateText();
  m_target->setObjectName(u"start.target"_s);
  m_target->setToolTip(tr("A commit's hash, or an address on github.com or hud.pytorch.org; Enter fetches its results from CI"));
  QPushButton* fetch = makePushButton(u"start.fetch"_s, tr("Fetch"), tr("Get the results of all benchmark jobs"), this);
  fetch->setAccessibleName(tr("Fetch"));
  m_targetBox->addBeside(fetch);
  connect(fetch, &QPushButton::clicked, this, &StartPage::fetch);
  connect(m_target, &QLineEdit::returnPressed, this, &StartPage::fetch);
  connect(m_target, &QLineEdit::textChanged, this, [this] { m_targetBox->setProblem({}); });

  auto* buttons = makeRow(nullptr, {}, 8, {m_open, folder, sample, stretch()});

  m_listLayout->setContentsMargins(0, 16, 0, 0);
  m_listLayout->setSpacing(0);
  auto* sheet = makeColumn(nullptr, {}, 16, {stretch(2), m_title, m_text, buttons, m_targetBox, m_list, stretch(3)});
  auto* room = new QWidget(this);
  room->setLayout(sheet);
  room->setMaximumWidth(kSheetWidth);
  makeRow(this, {24, 24, 24, 24}, -1, {stretch(), {room, 100}, stretch()});
  connect(&recent, &RecentPairs::changed, this, &StartPage::fillRecent);
  fillRecent();
}

void StartPage::fetch() {
  const QString text = m_target->text().trimmed();
  const auto target = plumbline::fetch::targetOf(text.toStdString());
  m_targetBox->setProblem(target ? QString() : sentenceOf(target.error()));
  if (target) Q_EMIT fetchRequested(text);
}

void StartPage::setChosen(const QString& actualPath, const QString& expectedPath) {
  m_actual = actualPath;
  m_expected = expectedPath;
  updateText();
}

void StartPage::setCommitOpen(bool open) {
  m_commitOpen = open;
  updateText();
}

QString StartPage::title() const { return m_title->text(); }

void StartPage::updateText() {
  QString button = tr("Open two files");
  QString icon = u"open"_s;
  m_openAction = u"pair.open"_s;
  if (m_actual.isEmpty() == m_expected.isEmpty() && m_commitOpen) {
    m_title->setText(tr("Choose a config of the commit that is open"));
    m_text->setText(tr("The overview lists what fails in all configs, the matrix shows them as a grid: Enter opens the table of one "
                       "here. Two files or another commit can be opened as well."));
    button = tr("Go to the overview");
    icon = u"overview"_s;
    m_openAction = u"page.overview"_s;
  } else if (m_actual.isEmpty() == m_expected.isEmpty()) {
    m_title->setText(tr("Open what a run produced, and its baseline"));
    m_text->setText(
        tr("Drop two CSV files anywhere in this window, or all of a commit: folders, artifact zips and a checkout. "
           "Plumbline shows what CI's check scripts say about them, and why."));
  } else {
    const bool wantsActual = m_actual.isEmpty();
    const QString there = (wantsActual ? m_expected : m_actual).section(u'/', -1);
    m_title->setText(wantsActual ? tr("Now the actual file: what the run produced")
                                 : tr("Now the expected file: the baseline"));
    m_text->setText(
        tr("%1 waits for it as %2. Drop the other file on its half of this window, or press Ctrl+Shift+X when %1 "
           "belongs on the other side.")
            .arg(there, wantsActual ? tr("expected") : tr("actual")));
    button = wantsActual ? tr("Choose the actual file") : tr("Choose the expected file");
    m_openAction = wantsActual ? u"pair.openActual"_s : u"pair.openExpected"_s;
  }
  m_open->setIcon(lineIcon(icon));
  m_open->setText(u'\u2002' + button);
  m_open->setAccessibleName(button);
}

void StartPage::fillRecent() {
  qDeleteAll(m_list->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  const QList<RecentPair> pairs = m_recent.pairs();
  m_list->setVisible(!pairs.isEmpty());
  if (pairs.isEmpty()) return;
  auto* caption = new PlainLabel(tr("Opened before"), m_list);
  caption->setForegroundRole(QPalette::PlaceholderText);
  m_listLayout->addWidget(caption);
  for (const RecentPair& pair : pairs.first(std::min(pairs.size(), kShownPairs))) {
    auto* button = new RecentButton(pair, m_list);
    connect(
        button, &QAbstractButton::clicked, this, [this, pair] { Q_EMIT recentChosen(pair.actual, pair.expected); },
        Qt::QueuedConnection);
    m_listLayout->addWidget(button);
  }
}

}  // namespace plumbline::ui
