// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/file_strip.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedLayout>
#include <QToolButton>
#include <utility>

#include "ui/charts/kind_tabs.h"
#include "ui/numerics/tensor_slot.h"
#include "ui/support/divider.h"
#include "ui/support/elided_label.h"
#include "ui/support/file_prompt.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

struct SideWords {
  const char16_t* caption;
  const char16_t* about;
};
constexpr std::array<SideWords, kTensorSides> kSides = {{
    {u"ref", u"What it should be: the output of eager"},
    {u"res", u"What it is: the output of the compiled model"},
    {u"fp64", u"The same computed in float64; without it only the tolerance decides"},
}};

QString tensorKinds() { return u"Tensors (*.pt *.pth *.bin *.npy *.npz *.safetensors);;All files (*)"_s; }

QString nameOf(const QString& path) { return path.section(u'/', -1, -1, QString::SectionSkipEmpty); }

QString titleOf(const TensorFiles& files) {
  QString title = nameOf(files.ref) + u" \u2194 "_s + nameOf(files.res);
  if (!files.fp64.isEmpty()) title += u" \u00b7 "_s + nameOf(files.fp64);
  return title.replace(u'&', u"&&"_s);
}

}  // namespace

NumericsStrip::NumericsStrip(const Theme& theme, FilePrompt& prompt, QWidget* parent) : QFrame(parent), m_prompt(prompt) {
  setAccessibleName(u"Files or logs to compare"_s);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  line->setSpacing(kGrid);
  auto* tabs = new QHBoxLayout;
  tabs->setSpacing(0);
  static constexpr std::array kWords = {u"Files", u"Logs"};
  static constexpr std::array kTips = {u"Tensors in files: is the compiled model's answer the same? (L changes over)",
                                       u"The margins that benchmark logs tell of (L changes over)"};
  for (std::size_t i = 0; i < m_tabs.size(); ++i) {
    auto* tab = new KindTab(this);
    tab->setText(QString::fromUtf16(kWords[i]));
    tab->setAccessibleName(tab->text());
    tab->setToolTip(QString::fromUtf16(kTips[i]));
    connect(tab, &QAbstractButton::clicked, this, [this, tab, i] {
      tab->setChecked(true);
      Q_EMIT modeWanted(static_cast<Mode>(i));
    });
    tabs->addWidget(tab);
    m_tabs[i] = tab;
  }
  line->addLayout(tabs);
  auto* both = new QWidget(this);
  m_stack = new QStackedLayout(both);
  m_stack->addWidget(buildFiles());
  m_stack->addWidget(buildLogs());
  line->addWidget(both, 1);
  setMode(Mode::Files);
  setFiles({});
  setLogs({});
  setTheme(theme);
}

QToolButton* NumericsStrip::addButton(const QString& name, const QString& icon, const QString& tooltip) {
  auto* button = new QToolButton(this);
  button->setIcon(lineIcon(icon));
  button->setIconSize(QSize(20, 20));
  button->setAutoRaise(true);
  button->setAccessibleName(name);
  button->setToolTip(tooltip);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

QWidget* NumericsStrip::buildFiles() {
  auto* row = new QWidget(this);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(kGrid);
  for (std::size_t i = 0; i < m_slots.size(); ++i) {
    const auto side = static_cast<TensorSide>(i);
    auto* slot = new TensorSlot(QString::fromUtf16(kSides[i].caption), QString::fromUtf16(kSides[i].about), row);
    connect(slot, &TensorSlot::fileWanted, this, [this, side] { askForSide(side, false); });
    connect(slot, &TensorSlot::folderWanted, this, [this, side] { askForSide(side, true); });
    const auto put = [this, side](const QString& path) {
      TensorFiles files = m_files;
      pathOf(files, side) = path;
      Q_EMIT filesWanted(files);
    };
    connect(slot, &TensorSlot::removeWanted, this, [put] { put({}); });
    connect(slot, &TensorSlot::dropped, this, [this, put](const QStringList& paths) {
      if (paths.size() == 1 && !guessInFolder(paths.front())) put(paths.front());
      else takeDropped(paths);
    });
    line->addWidget(slot, 1);
    m_slots[i] = slot;
    if (side == TensorSide::Ref) {
      m_swap = addButton(u"Exchange ref and res"_s, u"swap"_s, u"Exchange ref and res: same() measures with res (S)"_s);
      connect(m_swap, &QToolButton::clicked, this, &NumericsStrip::swap);
      line->addWidget(m_swap);
    }
  }
  m_recentButton = addButton(u"Recent comparisons"_s, u"recent"_s, u"What was compared before"_s);
  connect(m_recentButton, &QToolButton::clicked, this, &NumericsStrip::openRecent);
  m_reload = addButton(u"Read the files again"_s, u"reload"_s, u"Read all files again (A)"_s);
  connect(m_reload, &QToolButton::clicked, this, &NumericsStrip::reloadWanted);
  m_open = addButton(u"Open files"_s, u"open"_s, u"Open two or three files; their names say which is which (I)"_s);
  connect(m_open, &QToolButton::clicked, this, &NumericsStrip::askForFiles);
  for (QToolButton* button : {m_recentButton, m_reload, m_open}) line->addWidget(button);
  return row;
}

QWidget* NumericsStrip::buildLogs() {
  auto* row = new QWidget(this);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(kGrid, 0, 0, 0);
  line->setSpacing(kGrid);
  m_logNames = new ElidedLabel(Qt::ElideMiddle, row);
  m_clearLogs = addButton(u"Close the logs"_s, u"close"_s, u"Close all logs"_s);
  connect(m_clearLogs, &QToolButton::clicked, this, [this] { Q_EMIT logsWanted({}); });
  m_openLogs = addButton(u"Open logs"_s, u"open"_s, u"Open logs of benchmark runs, the oldest first (I)"_s);
  connect(m_openLogs, &QToolButton::clicked, this, &NumericsStrip::askForLogs);
  line->addWidget(m_logNames, 1);
  line->addWidget(m_clearLogs);
  line->addWidget(m_openLogs);
  return row;
}

void NumericsStrip::setTheme(const Theme& theme) {
  for (KindTab* tab : m_tabs) {
    tab->setFont(theme.font(TextSize::Normal));
    tab->setPalette(theme.palette());
    tab->updateGeometry();
  }
  for (TensorSlot* slot : m_slots) slot->setPalette(theme.palette());
}

void NumericsStrip::setMode(Mode mode) {
  m_mode = mode;
  for (std::size_t i = 0; i < m_tabs.size(); ++i) m_tabs[i]->setChecked(static_cast<std::size_t>(mode) == i);
  m_stack->setCurrentIndex(static_cast<int>(mode));
}

void NumericsStrip::setFiles(const TensorFiles& files) {
  m_files = files;
  for (std::size_t i = 0; i < m_slots.size(); ++i) m_slots[i]->setPath(pathOf(files, static_cast<TensorSide>(i)));
  m_swap->setEnabled(!files.isEmpty());
  m_reload->setEnabled(files.isComplete());
  if (files.isComplete()) {
    m_recent.removeAll(files);
    m_recent.prepend(files);
    if (m_recent.size() > kMostRecent) m_recent.resize(kMostRecent);
  }
  m_recentButton->setEnabled(!m_recent.isEmpty());
}

void NumericsStrip::setRecent(const QList<TensorFiles>& recent) {
  m_recent = recent.first(std::min(recent.size(), kMostRecent));
  m_recentButton->setEnabled(!m_recent.isEmpty());
}

bool NumericsStrip::setProblem(const QString& path, const QString& problem) {
  bool isFound = false;
  for (TensorSlot* slot : m_slots) {
    // A folder's file lies below it.
    const bool isIts = !slot->path().isEmpty() && (slot->path() == path || path.startsWith(slot->path() + u'/'));
    slot->setProblem(isIts ? problem : QString());
    isFound = isFound || isIts;
  }
  return isFound;
}

void NumericsStrip::setLogs(const QStringList& logs) {
  m_logs = logs;
  QStringList names;
  for (const QString& log : logs) names << nameOf(log);
  m_logNames->setText(logs.isEmpty() ? u"No log is open"_s : names.join(u" \u2192 "_s));
  m_logNames->setDetail(logs.join(u'\n'));
  m_clearLogs->setEnabled(!logs.isEmpty());
}

QString NumericsStrip::folderNow() const {
  const QString& path = !m_files.ref.isEmpty() ? m_files.ref : !m_files.res.isEmpty() ? m_files.res : m_files.fp64;
  return path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
}

void NumericsStrip::askForFiles() {
  FileQuestion question{.title = u"Open ref, res and fp64"_s, .folder = folderNow(), .several = true};
  question.kinds = tensorKinds();
  m_prompt.ask(this, question, [this](const QStringList& paths) { takeDropped(paths); });
}

void NumericsStrip::askForFolder() {
  FileQuestion question{.title = u"Open a folder with ref, res and fp64"_s, .folder = folderNow()};
  question.wantsFolder = true;
  m_prompt.ask(this, question, [this](const QStringList& paths) { takeDropped(paths); });
}

void NumericsStrip::askForSide(TensorSide side, bool wantsFolder) {
  const QString caption = QString::fromUtf16(kSides[static_cast<std::size_t>(side)].caption);
  FileQuestion question{.title = wantsFolder ? u"Choose the folder of %1"_s.arg(caption) : u"Choose %1"_s.arg(caption), .folder = folderNow()};
  question.kinds = tensorKinds();
  question.wantsFolder = wantsFolder;
  m_prompt.ask(this, question, [this, side, wantsFolder](const QStringList& paths) {
    if (paths.isEmpty()) return;
    if (wantsFolder && guessInFolder(paths.front())) return takeDropped(paths);
    TensorFiles files = m_files;
    pathOf(files, side) = paths.front();
    Q_EMIT filesWanted(files);
  });
}

void NumericsStrip::askForLogs() {
  FileQuestion question{.title = u"Open logs of benchmark runs"_s, .folder = {}, .several = true};
  question.kinds = u"Logs (*.log *.txt *.out);;All files (*)"_s;
  m_prompt.ask(this, question, [this](const QStringList& paths) {
    if (!paths.isEmpty()) Q_EMIT logsWanted(m_logs + paths);
  });
}

void NumericsStrip::swap() {
  TensorFiles files = m_files;
  std::swap(files.ref, files.res);
  Q_EMIT filesWanted(files);
}

void NumericsStrip::openRecent() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  for (const TensorFiles& files : std::as_const(m_recent)) {
    QAction* action = menu->addAction(titleOf(files), this, [this, files] { Q_EMIT filesWanted(files); });
    action->setToolTip(QStringList{files.ref, files.res, files.fp64}.join(u'\n').trimmed());
  }
  menu->popup(m_recentButton->mapToGlobal(QPoint(0, m_recentButton->height())));
}

void NumericsStrip::takeDropped(const QStringList& paths) {
  if (paths.isEmpty()) return;
  if (m_mode == Mode::Logs) Q_EMIT logsWanted(m_logs + paths);
  else Q_EMIT filesWanted(guessTensorFiles(paths, m_files));
}

QList<QWidget*> NumericsStrip::focusOrder() const {
  return {m_tabs[0], m_tabs[1], m_slots[0], m_swap, m_slots[1], m_slots[2], m_recentButton, m_reload, m_open, m_clearLogs, m_openLogs};
}

void NumericsStrip::keyPressEvent(QKeyEvent* event) {
  const bool isTab = m_tabs[0]->hasFocus() || m_tabs[1]->hasFocus();
  if (isTab && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
    KindTab* next = m_tabs[m_tabs[0]->hasFocus() ? 1 : 0];
    next->setFocus(Qt::TabFocusReason);
    next->click();
    return;
  }
  QFrame::keyPressEvent(event);
}

}  // namespace plumbline::ui
