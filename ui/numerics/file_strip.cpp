// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/file_strip.h"

#include <QContextMenuEvent>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QRegularExpression>
#include <QStackedLayout>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/charts/kind_tabs.h"
#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::array<QStringView, kTensorSides> kCaptions = {u"ref", u"res", u"fp64"};

QString descriptionOf(TensorSide side) {
  switch (side) {
    case TensorSide::Ref: return NumericsStrip::tr("The expected output: that of eager");
    case TensorSide::Res: return NumericsStrip::tr("The output of the compiled model");
    case TensorSide::Fp64: break;
  }
  return NumericsStrip::tr("The output computed in float64; without it only the tolerance decides");
}

QString tensorKinds() {
  return NumericsStrip::tr("Tensors (*.pt *.pth *.bin *.npy *.npz *.safetensors);;All files (*)");
}

QString nameOf(const QString& path) { return path.section(u'/', -1, -1, QString::SectionSkipEmpty); }

QString titleOf(const TensorFiles& files) {
  QString title = nameOf(files.ref) + u" \u2194 "_s + nameOf(files.res);
  if (!files.fp64.isEmpty()) title += u" \u00b7 "_s + nameOf(files.fp64);
  return title.replace(u'&', u"&&"_s);
}

constexpr std::array kOrder = {TensorSide::Ref, TensorSide::Res, TensorSide::Fp64};

bool isTensorFile(const QFileInfo& file) {
  static const QStringList kEndings{u"pt"_s, u"pth"_s, u"bin"_s, u"npy"_s, u"npz"_s, u"safetensors"_s};
  return file.isDir() || kEndings.contains(file.suffix().toLower());
}

}  // namespace

TensorSlot::TensorSlot(const QString& caption, const QString& about, QWidget* parent)
    : QuietButton(parent), m_caption(caption), m_about(about) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setAcceptDrops(true);
  connect(this, &QAbstractButton::clicked, this, &TensorSlot::openMenu);
  updateTexts();
}

void TensorSlot::setPath(const QString& path) {
  if (m_path == path && m_problem.isEmpty()) return;
  m_path = path;
  m_problem.clear();
  updateTexts();
}

void TensorSlot::setProblem(const QString& problem) {
  m_problem = problem;
  updateTexts();
}

void TensorSlot::updateTexts() {
  const QString what = m_path.isEmpty() ? tr("nothing yet") : name();
  setAccessibleName(m_problem.isEmpty() ? tr("%1: %2, choose another").arg(m_caption, what)
                                        : tr("%1: %2, cannot be read, choose another").arg(m_caption, what));
  QString tip = m_path.isEmpty() ? tr("%1: %2. Press to choose a file or a folder, or drop it here.")
      .arg(m_caption, m_about)
                                 : u"%1: %2\n%3"_s.arg(m_caption, QDir::toNativeSeparators(QFileInfo(m_path).absoluteFilePath()), m_about);
  if (!m_problem.isEmpty()) tip += u"\n! "_s + m_problem;
  setToolTip(tip);
  updateGeometry();
  update();
}

QString TensorSlot::name() const {
  return m_path.isEmpty() ? tr("choose or drop") : m_path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

QSize TensorSlot::sizeHint() const {
  const int width = fontMetrics().horizontalAdvance(m_caption) + fontMetrics().horizontalAdvance(name()) * 11 / 10;
  return {width + 4 * kGrid, fontMetrics().height() + 2 * kGrid};
}

QSize TensorSlot::minimumSizeHint() const {
  return {fontMetrics().horizontalAdvance(m_caption) + 6 * fontMetrics().averageCharWidth() + 3 * kGrid, fontMetrics().height() + 2 * kGrid};
}

void TensorSlot::openMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(lineIcon(u"file"_s), tr("Choose a file\u2026"), this, &TensorSlot::fileRequested);
  menu->addAction(lineIcon(u"open"_s), tr("Choose a folder\u2026"), this, &TensorSlot::folderRequested);
  QAction* remove = menu->addAction(lineIcon(u"close"_s), tr("Leave out"), this, &TensorSlot::removeRequested);
  remove->setEnabled(!m_path.isEmpty());
  menu->popup(mapToGlobal(QPoint(0, height())));
}

void TensorSlot::contextMenuEvent(QContextMenuEvent*) { openMenu(); }

void TensorSlot::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void TensorSlot::dropEvent(QDropEvent* event) {
  const QStringList paths = localFiles(event->mimeData());
  if (paths.isEmpty()) return;
  event->acceptProposedAction();
  Q_EMIT dropped(paths);
}

void TensorSlot::paintEvent(QPaintEvent*) {
  constexpr double kCorner = 6;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF room = QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5);
  const bool isMissing = m_path.isEmpty(), isBad = !m_problem.isEmpty();
  painter.setPen(QPen(palette().color(isBad ? QPalette::BrightText : QPalette::Dark), 1, isMissing ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(room, kCorner, kCorner);
  paintGround(painter, room);
  paintFocus(painter, room);
  const int captionWidth = fontMetrics().horizontalAdvance(m_caption);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(rect().adjusted(kGrid, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_caption);
  QRect nameRoom = rect().adjusted(captionWidth + 2 * kGrid, 0, -kGrid, 0);
  QFont strong = font();
  if (isMissing) strong.setItalic(true);
  else strong.setWeight(QFont::DemiBold);
  painter.setFont(strong);
  if (isBad) {
    painter.setPen(palette().color(QPalette::BrightText));
    painter.drawText(nameRoom, Qt::AlignLeft | Qt::AlignVCenter, u"\u2717"_s);
    nameRoom.adjust(2 * kGrid, 0, 0, 0);
  }
  const QFontMetrics metrics(strong);
  painter.setPen(palette().color(isMissing ? QPalette::PlaceholderText : QPalette::WindowText));
  painter.drawText(nameRoom, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(name(), Qt::ElideMiddle, nameRoom.width()));
  // Files of one name differ by their folder, so it stands behind the name where there is room.
  const QRect folderRoom = nameRoom.adjusted(metrics.horizontalAdvance(name()) + kGrid, 0, 0, 0);
  if (isMissing || folderRoom.width() < 6 * fontMetrics().averageCharWidth()) return;
  QString folder = m_path.section(u'/', 0, -2);
  const QString home = QDir::homePath();
  if (folder == home || folder.startsWith(home + u'/')) folder = u"~"_s + folder.mid(home.size());
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(folderRoom, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(folder, Qt::ElideLeft, folderRoom.width()));
}

NumericsStrip::NumericsStrip(const Theme& theme, FilePrompt& prompt, QWidget* parent) : QFrame(parent), m_prompt(prompt) {
  setAccessibleName(tr("Files or logs to compare"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* tabs = makeRow(nullptr, {}, 0);
  const std::array names = {tr("Files"), tr("Logs")};
  const std::array tooltips = {tr("Tensors in files: is the compiled model's answer the same? (L switches)"),
                               tr("The margins in benchmark logs (L switches)")};
  for (std::size_t i = 0; i < m_tabs.size(); ++i) {
    auto* tab = new KindTab(this);
    tab->setText(names[i]);
    tab->setAccessibleName(tab->text());
    tab->setToolTip(tooltips[i]);
    connect(tab, &QAbstractButton::clicked, this, [this, tab, i] {
      tab->setChecked(true);
      Q_EMIT modeRequested(static_cast<Mode>(i));
    });
    tabs->addWidget(tab);
    m_tabs[i] = tab;
  }
  auto* line = makeRow(this, {kGrid, kGrid, kGrid, kGrid}, kGrid, {tabs});
  auto* both = new QWidget(this);
  m_stack = new QStackedLayout(both);
  addWidgets(*m_stack, {buildFiles(), buildLogs()});
  line->addWidget(both, 1);
  setMode(Mode::Files);
  setFiles({});
  setLogs({});
  applyTheme(*this, theme);
}

QToolButton* NumericsStrip::addButton(const QString& name, const QString& icon, const QString& tooltip) {
  QToolButton* button = makeIconButton(icon, name, this, tooltip);
  button->setIconSize(QSize(20, 20));
  button->setAutoRaise(true);
  return button;
}

QWidget* NumericsStrip::buildFiles() {
  auto* row = new QWidget(this);
  auto* line = makeRow(row, {}, kGrid);
  for (std::size_t i = 0; i < m_slots.size(); ++i) {
    const auto side = static_cast<TensorSide>(i);
    auto* slot = new TensorSlot(kCaptions[i].toString(), descriptionOf(side), row);
    connect(slot, &TensorSlot::fileRequested, this, [this, side] { chooseSide(side, false); });
    connect(slot, &TensorSlot::folderRequested, this, [this, side] { chooseSide(side, true); });
    const auto put = [this, side](const QString& path) {
      TensorFiles files = m_files;
      pathOf(files, side) = path;
      Q_EMIT filesRequested(files);
    };
    connect(slot, &TensorSlot::removeRequested, this, [put] { put({}); });
    connect(slot, &TensorSlot::dropped, this, [this, put](const QStringList& paths) {
      if (paths.size() == 1 && !guessInFolder(paths.front())) put(paths.front());
      else acceptDropped(paths);
    });
    line->addWidget(slot, 1);
    m_slots[i] = slot;
    if (side == TensorSide::Ref) {
      m_swap = addButton(tr("Exchange ref and res"), u"swap"_s,
                         tr("Exchange ref and res: same() measures with res (S)"));
      connect(m_swap, &QToolButton::clicked, this, &NumericsStrip::swap);
      line->addWidget(m_swap);
    }
  }
  m_recentButton = addButton(tr("Recent comparisons"), u"recent"_s, tr("What was compared before"));
  connect(m_recentButton, &QToolButton::clicked, this, &NumericsStrip::openRecent);
  m_reload = addButton(tr("Read the files again"), u"reload"_s, tr("Read all files again (A)"));
  connect(m_reload, &QToolButton::clicked, this, &NumericsStrip::reloadRequested);
  m_open = addButton(tr("Open files"), u"open"_s, tr("Open two or three files; their names say which is which (I)"));
  connect(m_open, &QToolButton::clicked, this, &NumericsStrip::chooseFiles);
  addWidgets(*line, {m_recentButton, m_reload, m_open});
  return row;
}

QWidget* NumericsStrip::buildLogs() {
  auto* row = new QWidget(this);
  m_logNames = new ElidedLabel(Qt::ElideMiddle, row);
  m_clearLogs = addButton(tr("Close the logs"), u"close"_s, tr("Close all logs"));
  connect(m_clearLogs, &QToolButton::clicked, this, [this] { Q_EMIT logsRequested({}); });
  m_openLogs = addButton(tr("Open logs"), u"open"_s, tr("Open logs of benchmark runs, the oldest first (I)"));
  connect(m_openLogs, &QToolButton::clicked, this, &NumericsStrip::chooseLogs);
  makeRow(row, {kGrid, 0, 0, 0}, kGrid, {{m_logNames, 1}, m_clearLogs, m_openLogs});
  return row;
}

void NumericsStrip::setTheme(const Theme& theme) {
  setFont(theme.font(TextSize::Normal));
  setPalette(theme.palette());
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
    if (m_recent.size() > kMaxRecent) m_recent.resize(kMaxRecent);
  }
  m_recentButton->setEnabled(!m_recent.isEmpty());
}

void NumericsStrip::setRecent(const QList<TensorFiles>& recent) {
  m_recent = recent.first(std::min(recent.size(), kMaxRecent));
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
  m_logNames->setText(logs.isEmpty() ? tr("No log is open") : names.join(u" \u2192 "_s));
  m_logNames->setDetail(logs.join(u'\n'));
  m_clearLogs->setEnabled(!logs.isEmpty());
}

QString NumericsStrip::folderNow() const {
  const QString& path = !m_files.ref.isEmpty() ? m_files.ref : !m_files.res.isEmpty() ? m_files.res : m_files.fp64;
  return path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
}

void NumericsStrip::chooseFiles() {
  FileRequest question{.title = tr("Open ref, res and fp64"), .folder = folderNow(), .several = true};
  question.kinds = tensorKinds();
  m_prompt.request(this, question, [this](const QStringList& paths) { acceptDropped(paths); });
}

void NumericsStrip::chooseFolder() {
  FileRequest question{.title = tr("Open a folder with ref, res and fp64"), .folder = folderNow()};
  question.wantsFolder = true;
  m_prompt.request(this, question, [this](const QStringList& paths) { acceptDropped(paths); });
}

void NumericsStrip::chooseSide(TensorSide side, bool wantsFolder) {
  const QString caption = kCaptions[static_cast<std::size_t>(side)].toString();
  FileRequest question{.title = wantsFolder ? tr("Choose the folder of %1").arg(caption) : tr("Choose %1").arg(caption),
                       .folder = folderNow()};
  question.kinds = tensorKinds();
  question.wantsFolder = wantsFolder;
  m_prompt.request(this, question, [this, side, wantsFolder](const QStringList& paths) {
    if (paths.isEmpty()) return;
    if (wantsFolder && guessInFolder(paths.front())) return acceptDropped(paths);
    TensorFiles files = m_files;
    pathOf(files, side) = paths.front();
    Q_EMIT filesRequested(files);
  });
}

void NumericsStrip::chooseLogs() {
  FileRequest question{.title = tr("Open logs of benchmark runs"), .folder = {}, .several = true};
  question.kinds = tr("Logs (*.log *.txt *.out);;All files (*)");
  m_prompt.request(this, question, [this](const QStringList& paths) {
    if (!paths.isEmpty()) Q_EMIT logsRequested(m_logs + paths);
  });
}

void NumericsStrip::swap() {
  TensorFiles files = m_files;
  std::swap(files.ref, files.res);
  Q_EMIT filesRequested(files);
}

void NumericsStrip::openRecent() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  for (const TensorFiles& files : std::as_const(m_recent)) {
    QAction* action = menu->addAction(titleOf(files), this, [this, files] { Q_EMIT filesRequested(files); });
    action->setToolTip(QStringList{files.ref, files.res, files.fp64}.join(u'\n').trimmed());
  }
  menu->popup(m_recentButton->mapToGlobal(QPoint(0, m_recentButton->height())));
}

void NumericsStrip::acceptDropped(const QStringList& paths) {
  if (paths.isEmpty()) return;
  if (m_mode == Mode::Logs) Q_EMIT logsRequested(m_logs + paths);
  else Q_EMIT filesRequested(guessTensorFiles(paths, m_files));
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

std::optional<TensorSide> sideOfName(const QString& path) {
  // Whole words only: "preference" is no reference. The float64 run of eager is called after both.
  static const QRegularExpression kFp64(u"(^|[^a-z0-9])(fp64|float64|f64|double|golden)([^a-z0-9]|$)"_s);
  static const QRegularExpression kRef(u"(^|[^a-z0-9])(ref|reference|eager|expected|baseline)([^a-z0-9]|$)"_s);
  static const QRegularExpression kRes(u"(^|[^a-z0-9])(res|result|results|compiled|inductor|actual|opt|optimized)([^a-z0-9]|$)"_s);
  const QString name = path.section(u'/', -1, -1, QString::SectionSkipEmpty).toLower();
  if (kFp64.match(name).hasMatch()) return TensorSide::Fp64;
  const bool isRef = kRef.match(name).hasMatch(), isRes = kRes.match(name).hasMatch();
  if (isRef == isRes) return std::nullopt;
  return isRef ? TensorSide::Ref : TensorSide::Res;
}

QString& pathOf(TensorFiles& files, TensorSide side) {
  return side == TensorSide::Ref ? files.ref : side == TensorSide::Res ? files.res : files.fp64;
}
const QString& pathOf(const TensorFiles& files, TensorSide side) {
  return side == TensorSide::Ref ? files.ref : side == TensorSide::Res ? files.res : files.fp64;
}

std::optional<TensorFiles> guessInFolder(const QString& folder) {
  TensorFiles found;
  // Files before folders, the shortest name first: "ref.pt" rather than "ref_old.pt".
  QFileInfoList entries = QDir(folder).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name);
  std::ranges::stable_sort(entries, [](const QFileInfo& a, const QFileInfo& b) {
    if (a.isDir() != b.isDir()) return b.isDir();
    return a.fileName().size() < b.fileName().size();
  });
  for (const QFileInfo& entry : entries) {
    if (!isTensorFile(entry)) continue;
    const auto side = sideOfName(entry.fileName());
    if (side && pathOf(found, *side).isEmpty()) pathOf(found, *side) = entry.filePath();
  }
  if (!found.isComplete()) return std::nullopt;
  return found;
}

TensorFiles guessTensorFiles(const QStringList& paths, const TensorFiles& now) {
  if (paths.size() == 1 && QFileInfo(paths.front()).isDir())
    if (const auto both = guessInFolder(paths.front())) return *both;
  // Two or more are a new comparison; one joins what is there.
  TensorFiles files = paths.size() > 1 ? TensorFiles{} : now;
  QStringList unclear;
  std::array<bool, kTensorSides> isTaken{};
  for (const QString& path : paths) {
    const auto side = sideOfName(path);
    const auto at = static_cast<std::size_t>(side.value_or(TensorSide::Ref));
    if (!side || isTaken[at]) {
      unclear << path;
      continue;
    }
    isTaken[at] = true;
    pathOf(files, *side) = path;
  }
  for (const QString& path : std::as_const(unclear)) {
    auto free = std::ranges::find_if(kOrder, [&](TensorSide side) { return pathOf(files, side).isEmpty(); });
    if (free == kOrder.end()) free = kOrder.begin() + 1;  // one more file is the next result to look at
    pathOf(files, *free) = path;
  }
  return files;
}

}  // namespace plumbline::ui
