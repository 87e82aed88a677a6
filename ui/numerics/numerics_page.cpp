// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/numerics_page.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QStackedLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "core/reports/numerics/same_report.h"
#include "core/session/export_file.h"
#include "ui/numerics/answer_strip.h"
#include "ui/numerics/details/tensor_details.h"
#include "ui/numerics/logs/logs_view.h"
#include "ui/numerics/options_bar.h"
#include "ui/numerics/tensor_model.h"
#include "ui/numerics/tensor_tree.h"
#include "ui/numerics/tensors_view.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/file_prompt.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using Mode = NumericsStrip::Mode;

namespace {

constexpr int kStateVersion = 1;
constexpr int kBusyDelayMs = 100;
/// Letters that go to other pages, or open the current row there.
constexpr std::array kPageKeys = {Qt::Key_B, Qt::Key_C, Qt::Key_E, Qt::Key_G, Qt::Key_M, Qt::Key_Q, Qt::Key_R};

QJsonObject toJson(const TensorFiles& files) {
  return {{u"ref"_s, files.ref}, {u"res"_s, files.res}, {u"fp64"_s, files.fp64}};
}

reports::SameReport reportOf(const SameAnswer& answer) {
  const auto native = [](const QString& path) { return QFile::encodeName(path).toStdString(); };
  return {.ref = native(answer.files.ref),
          .res = native(answer.files.res),
          .fp64 = native(answer.files.fp64),
          .options = answer.options,
          .result = answer.rows->result(),
          .statistics = {},
          .isAll = true};
}

}  // namespace

NumericsPage::NumericsPage(const Theme& theme, FilePrompt& prompt, QWidget* parent)
    : Page(theme, parent),
      m_prompt(prompt),
      m_controller(new SameController(this)),
      m_strip(new NumericsStrip(theme, prompt, this)) {
  setAccessibleName(tr("Numerics"));
  setAcceptDrops(true);
  m_lines = makeColumn(this, {}, 0, {m_strip});
  auto* body = new QWidget(this);
  m_modes = new QStackedLayout(body);
  m_tensors = new TensorsView(theme, body);
  m_logs = new LogsView(theme, body);
  addWidgets(*m_modes, {m_tensors, m_logs});
  m_lines->addWidget(body, 1);
  m_busyDelay.setSingleShot(true);
  m_busyDelay.setInterval(kBusyDelayMs);
  connectParts();
  connectLogs();
  orderFocus();
  showEmptyState();
}

void NumericsPage::connectParts() {
  connect(m_strip, &NumericsStrip::modeRequested, this, &NumericsPage::setMode);
  connect(m_strip, &NumericsStrip::filesRequested, this, &NumericsPage::open);
  connect(m_strip, &NumericsStrip::logsRequested, this, &NumericsPage::openLogs);
  connect(m_strip, &NumericsStrip::reloadRequested, m_controller, &SameController::reload);
  connect(m_controller, &SameController::decided, this, &NumericsPage::showAnswer);
  connect(m_controller, &SameController::failed, this, &NumericsPage::showFailure);
  connect(m_controller, &SameController::maxErrorsFound, this,
          [this](quint64 first, const std::vector<double>& errors) { m_tensors->model().setMaxAbs(first, errors); });
  connect(m_controller, &SameController::progress, this, &NumericsPage::progress);
  connect(m_controller, &SameController::busyChanged, this, [this](bool isBusy) {
    if (isBusy && m_isNewComparison) m_busyDelay.start();
    else m_busyDelay.stop();
    Q_EMIT busyChanged(isBusy || m_logs->controller().isBusy());
    Q_EMIT actionsChanged();
  });
  connect(&m_busyDelay, &QTimer::timeout, this, [this] {  // the old answer is not about the files named above it
    m_tensors->dropAnswer();
    showEmptyState();
    notifyChanged();
  });
  connect(&m_tensors->options(), &SameOptionsBar::optionsChanged, this,
          [this] { m_controller->setOptions(m_tensors->options().options()); });
  connect(&m_tensors->answerStrip(), &AnswerStrip::copyRequested, this, &NumericsPage::copyMarkdown);
  connect(&m_tensors->answerStrip(), &AnswerStrip::saveRequested, this, &NumericsPage::saveReport);
  connect(m_tensors, &TensorsView::changed, this, &NumericsPage::actionsChanged);
  connect(m_tensors, &TensorsView::noticeRequested, this, &NumericsPage::noticeRequested);
  connect(m_tensors, &TensorsView::detailsSettled, this, &NumericsPage::settled);
}

void NumericsPage::connectLogs() {
  const MarginController* controller = &m_logs->controller();
  connect(controller, &MarginController::found, this, &NumericsPage::settled);
  connect(controller, &MarginController::progress, this, &NumericsPage::progress);
  connect(controller, &MarginController::busyChanged, this,
          [this](bool isBusy) { Q_EMIT busyChanged(isBusy || m_controller->isBusy()); });
  connect(m_logs, &LogsView::filesRequested, m_strip, &NumericsStrip::chooseLogs);
  connect(m_logs, &LogsView::noticeRequested, this, &NumericsPage::noticeRequested);
  connect(m_logs, &LogsView::changed, this, [this] {
    if (!isFiles()) showMessage({});
    Q_EMIT actionsChanged();
  });
}

/// orderFocus makes Tab follow the layout.
void NumericsPage::orderFocus() {
  const QWidgetList order = m_strip->focusOrder() + m_tensors->focusOrder() + m_logs->focusOrder();
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

QWidget* NumericsPage::takeHeader() {
  m_lines->removeWidget(m_strip);
  m_strip->setAcceptDrops(false);
  return m_strip;
}

void NumericsPage::notifyChanged() {
  Q_EMIT statusChanged(statusText());
  Q_EMIT actionsChanged();
}

bool NumericsPage::hasAnswer() const { return isFiles() && m_tensors->answer().has_value(); }
bool NumericsPage::hasFailure() const {
  return isFiles() ? hasAnswer() && m_tensors->answer()->rows->failing() > 0 : m_logs->hasMargins();
}
bool NumericsPage::hasResult() const { return isFiles() ? hasAnswer() : m_logs->hasMargins(); }

void NumericsPage::setMode(Mode mode) {
  m_strip->setMode(mode);
  m_modes->setCurrentIndex(static_cast<int>(mode));
  setMessage({});
  focusBody(Qt::OtherFocusReason);
  notifyChanged();
}

void NumericsPage::setOptions(const numerics::SameOptions& options) { m_tensors->options().setOptions(options); }

void NumericsPage::open(const TensorFiles& files) {
  if (std::exchange(m_hasProblem, false)) Q_EMIT noticeOver();
  m_isNewComparison = true;
  m_strip->setFiles(files);
  if (!files.isComplete()) m_tensors->clear();
  m_controller->open(files);
  if (!m_controller->isBusy()) showEmptyState();
  setMessage({});
  notifyChanged();
  if (!files.isComplete()) Q_EMIT settled();
}

void NumericsPage::openFiles(const TensorFiles& files) {
  if (!isFiles()) setMode(Mode::Files);
  open(files);
}

void NumericsPage::openLogs(const QStringList& logs) {
  if (isFiles()) setMode(Mode::Logs);
  m_strip->setLogs(logs);
  m_logs->open(logs);
}

void NumericsPage::showAnswer(const SameAnswer& answer) {
  if (std::exchange(m_hasProblem, false)) Q_EMIT noticeOver();
  const QWidget* focus = focusWidget();
  const bool takesFocus =
      focus == nullptr || focus == this || m_tensors->isInEmptyState(focus) || m_strip->isAncestorOf(focus);
  m_strip->setProblem({}, {});
  m_tensors->showAnswer(answer, std::exchange(m_isNewComparison, false));
  if (takesFocus) focusBody(Qt::OtherFocusReason);
  setMessage(answer.notes.join(u" \u00b7 "_s));
  notifyChanged();
  Q_EMIT answered();
  if (!m_tensors->isDetailsBusy()) Q_EMIT settled();
}

void NumericsPage::showFailure(const base::Error& error) {
  m_hasProblem = true;
  m_tensors->clear();
  const QString file = pathText(error.file);
  m_strip->setProblem(file, fromUtf8(error.text));
  m_tensors->showEmpty(file.isEmpty()
                           ? tr("These files cannot be compared")
                           : tr("%1 cannot be read").arg(file.section(u'/', -1, -1, QString::SectionSkipEmpty)),
                       shortened(sentenceOf(error), 600),
                       {{tr("Read again"), [this] { m_controller->reload(); }},
                        {tr("Open other files"), [this] { m_strip->chooseFiles(); }}});
  Q_EMIT noticeRequested(error);
  notifyChanged();
  Q_EMIT answered();
  Q_EMIT settled();
}

void NumericsPage::showEmptyState() {
  if (m_tensors->answer()) return;
  if (m_controller->isBusy()) return m_tensors->showEmpty(tr("Reading and comparing"), {}, {});
  const TensorFiles& files = m_strip->files();
  const EmptyState::Button open{tr("Open files"), [this] { m_strip->chooseFiles(); }};
  const EmptyState::Button folder{tr("Open a folder"), [this] { m_strip->chooseFolder(); }};
  if (m_controller->wasCancelled())
    return m_tensors->showEmpty(tr("Cancelled"), tr("Nothing was decided."),
                                {{tr("Compare"), [this] { m_controller->reload(); }}, open});
  if (!files.isEmpty() && !files.isComplete())
    return m_tensors->showEmpty(
        files.ref.isEmpty()   ? tr("The reference is missing")
        : files.res.isEmpty() ? tr("The result is missing")
                              : tr("One more file"),
        tr("Choose it above, or drop it here: ref is the expected output, res the output of the compiled model."),
        {open, folder});
  m_tensors->showEmpty(tr("Is the compiled model's answer the same?"),
                       tr("Choose the output of eager (ref), the output of the compiled model (res) and, for the "
                          "margin, the output in float64 "
                          "(fp64): .pt, .npy, .npz or .safetensors files, or folders of them. In Python, "
                          "torch.save(outputs, \"ref.pt\") writes "
                          "one; a folder with ref.pt, res.pt and fp64.pt sets all three."),
                       {open, folder});
}

/// The result names a comparison.
QStringList NumericsPage::files() const {
  if (!isFiles()) return m_strip->logs();
  const TensorFiles& files = m_strip->files();
  return files.isEmpty() ? QStringList() : QStringList{files.res.isEmpty() ? files.ref : files.res};
}

QString NumericsPage::statusText() const {
  if (!isFiles()) return message().isEmpty() ? m_logs->statusText() : message();
  if (!m_tensors->answer()) {
    if (m_controller->isBusy()) return tr("Reading and comparing");
    return m_hasProblem ? tr("Nothing was decided") : tr("No files are compared");
  }
  const QString text = m_tensors->statusText();
  return message().isEmpty() ? text : text + u" \u00b7 "_s + message();
}

void NumericsPage::cancelWork() {
  m_controller->cancel();
  m_logs->controller().cancel();
  m_busyDelay.stop();
  if (m_isNewComparison) m_tensors->dropAnswer();
  showEmptyState();
  showMessage(tr("Cancelled"));
}

void NumericsPage::focusBody(Qt::FocusReason reason) {
  if (isFiles()) return m_tensors->focusBody(reason);
  if (m_logs->hasMargins()) m_logs->focusTable();
  else m_logs->setFocus(reason);
}

void NumericsPage::step(int direction) {
  if (!isFiles()) return m_logs->step(direction);
  if (!m_tensors->answer()) return;
  const int next = m_tensors->model().step(m_tensors->currentNode(), direction, isFailing);
  if (!m_tensors->goTo(next))
    showMessage(direction > 0 ? tr("Nothing further down fails") : tr("Nothing further up fails"));
}

void NumericsPage::goToFirst() {
  if (!m_tensors->answer()) return;
  const TensorRows& rows = *m_tensors->answer()->rows;
  if (const auto first = rows.result().firstFailure()) m_tensors->goTo(rows.nodeOf(*first));
  else showMessage(tr("Nothing fails"));
}

void NumericsPage::goToWorst() {
  if (!isFiles()) return m_logs->goToWorst();
  if (!m_tensors->answer()) return;
  const TensorRows& rows = *m_tensors->answer()->rows;
  if (const auto worst = rows.result().worst()) m_tensors->goTo(rows.nodeOf(*worst));
  else showMessage(tr("No tensor has a margin: there is no fp64 reference"));
}

void NumericsPage::copyRows() {
  copyText(isFiles() ? m_tensors->rowsText() : m_logs->rowsText());
  const qsizetype rows = isFiles() ? m_tensors->tree().selectedNodes().size() : 0;
  showMessage(!isFiles()  ? tr("Rows copied")
              : rows == 1 ? tr("1 row copied")
                          : tr("%1 rows copied").arg(grouped(static_cast<std::size_t>(rows))));
}

void NumericsPage::copyMarkdown() {
  if (isFiles() && !m_tensors->answer()) return;
  copyText(fromUtf8(isFiles() ? reports::sameMarkdown(reportOf(*m_tensors->answer()))
                                                           : reports::marginMarkdown(m_logs->report())));
  showMessage(tr("The report is copied as Markdown"));
}

void NumericsPage::saveReport() {
  const bool ofFiles = isFiles();
  if (ofFiles && !m_tensors->answer()) return;
  FileRequest question{.title = tr("Save the report"), .folder = ofFiles ? u"same.md"_s : u"margins.md"_s};
  question.kinds = tr("Reports (*.md *.json *.txt);;Markdown (*.md);;JSON (*.json);;Text (*.txt)");
  question.mayBeNew = question.replaces = true;
  // The report is made now: the options may change before the file is chosen.
  std::optional<reports::SameReport> report;
  if (ofFiles) report = reportOf(*m_tensors->answer());
  const reports::MarginReport margins = ofFiles ? reports::MarginReport{} : m_logs->report();
  m_prompt.request(this, question, [this, report, margins](const QStringList& paths) {
    if (paths.isEmpty()) return;
    QString path = paths.front();
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending.isEmpty()) path += u".md"_s;
    const bool isJson = ending == u"json"_s, isText = ending == u"txt"_s;
    std::string text;
    if (report)
      text = isJson ? reports::sameJson(*report) : isText ? reports::sameText(*report) : reports::sameMarkdown(*report);
    else
      text = isJson   ? reports::marginJson(margins)
             : isText ? reports::marginText(margins)
                      : reports::marginMarkdown(margins);
    const auto saved = session::saveExport(path, text);
    if (!saved) Q_EMIT noticeRequested(saved.error());
    else showMessage(tr("Report saved to %1").arg(path));
  });
}

QByteArray NumericsPage::saveState() const {
  QJsonArray recent;
  for (const TensorFiles& files : m_strip->recent()) recent.append(toJson(files));
  QJsonObject state = m_tensors->saveState();
  state[u"version"_s] = kStateVersion;
  state[u"recent"_s] = recent;
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool NumericsPage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  if (state["version"_L1].toInt() != kStateVersion) return false;
  QList<TensorFiles> recent;
  const QJsonArray saved = state["recent"_L1].toArray();
  for (const auto& each : saved) {
    const QJsonObject one = each.toObject();
    const TensorFiles files{one["ref"_L1].toString(), one["res"_L1].toString(), one["fp64"_L1].toString()};
    if (files.isComplete()) recent << files;
  }
  m_strip->setRecent(recent);
  m_tensors->restoreState(state);
  return true;
}

void NumericsPage::dragEnterEvent(QDragEnterEvent* event) {
  if (!localFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void NumericsPage::dropEvent(QDropEvent* event) {
  const QStringList paths = localFiles(event->mimeData());
  if (paths.isEmpty()) return;
  event->acceptProposedAction();
  m_strip->acceptDropped(paths);
}

void NumericsPage::focusInEvent(QFocusEvent* event) {
  Page::focusInEvent(event);
  focusBody(event->reason());
}

void NumericsPage::keyPressEvent(QKeyEvent* event) {
  const TensorTree& tree = m_tensors->tree();
  if (event->key() == Qt::Key_Escape && isFiles() && tree.isVisible() && !tree.hasFocus())
    return focusBody(Qt::OtherFocusReason);
  Page::keyPressEvent(event);
}

void NumericsPage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  m_tensors->arrange(event->size());
}

struct NumericsPage::ActionRow {
  const char* id;
  const char* group;
  const char* text;
  const char* tooltip;
  const char* keys;  ///< portable text, separated by "; "
  void (*run)(NumericsPage&);
  bool (*enabled)(const NumericsPage&) = nullptr;
  const char* icon = "";
  bool (*checked)(const NumericsPage&) = nullptr;

  static bool isFiles(const NumericsPage& p) { return p.isFiles(); }
  static bool hasAnswer(const NumericsPage& p) { return p.hasAnswer(); }
  static bool hasResult(const NumericsPage& p) { return p.hasResult(); }
  static bool hasFailure(const NumericsPage& p) { return p.hasFailure(); }
};

const NumericsPage::ActionRow NumericsPage::kActions[] = {
    {"next", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Next that fails"),
     QT_TR_NOOP("Go to the next tensor that differs, or the next margin near the limit"), "J",
     [](NumericsPage& p) { p.step(+1); }, ActionRow::hasFailure, "chevron-down"},
    {"previous", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Previous that fails"),
     QT_TR_NOOP("Go back to the previous tensor that differs, or margin near the limit"), "K",
     [](NumericsPage& p) { p.step(-1); }, ActionRow::hasFailure},
    {"first", QT_TR_NOOP("Numerics"), QT_TR_NOOP("First failure"), QT_TR_NOOP("Go to where torch stops"), "F",
     [](NumericsPage& p) { p.goToFirst(); }, ActionRow::hasAnswer},
    {"worst", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Worst tensor"), QT_TR_NOOP("Go to the largest margin"), "W",
     [](NumericsPage& p) { p.goToWorst(); }, ActionRow::hasResult},
    {"open", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Open files to compare"),
     QT_TR_NOOP("Open ref, res and fp64 at once, or the logs on the other tab"), "I",
     [](NumericsPage& p) { p.isFiles() ? p.m_strip->chooseFiles() : p.m_strip->chooseLogs(); }, nullptr, "open"},
    {"openFolder", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Open a folder to compare"),
     QT_TR_NOOP("Open a folder that contains ref, res and fp64"), "",
     [](NumericsPage& p) {
       if (!p.isFiles()) p.setMode(Mode::Files);
       p.m_strip->chooseFolder();
     }},
    {"choose.ref", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Choose ref"), QT_TR_NOOP("Choose this file alone"), "",
     [](NumericsPage& p) { p.m_strip->chooseSide(TensorSide::Ref, false); }, ActionRow::isFiles},
    {"choose.res", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Choose res"), QT_TR_NOOP("Choose this file alone"), "",
     [](NumericsPage& p) { p.m_strip->chooseSide(TensorSide::Res, false); }, ActionRow::isFiles},
    {"choose.fp64", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Choose fp64"), QT_TR_NOOP("Choose this file alone"), "",
     [](NumericsPage& p) { p.m_strip->chooseSide(TensorSide::Fp64, false); }, ActionRow::isFiles},
    {"recent", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Recent comparisons"),
     QT_TR_NOOP("Compare files of an earlier comparison"), "", [](NumericsPage& p) { p.m_strip->openRecent(); },
     [](const NumericsPage& p) { return p.isFiles() && !p.m_strip->recent().isEmpty(); }},
    {"swap", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Exchange ref and res"),
     QT_TR_NOOP("same() measures relative to res, so the answer may change"), "S",
     [](NumericsPage& p) { p.m_strip->swap(); },
     [](const NumericsPage& p) { return p.isFiles() && !p.m_strip->files().isEmpty(); }, "swap"},
    {"reload", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Read the files again"), QT_TR_NOOP("After the files changed"), "A",
     [](NumericsPage& p) { p.m_controller->reload(); },
     [](const NumericsPage& p) { return p.isFiles() && p.m_strip->files().isComplete(); }, "reload"},
    {"mode", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Files or logs"),
     QT_TR_NOOP("Change between tensors in files and margins in logs"), "L",
     [](NumericsPage& p) { p.setMode(p.isFiles() ? Mode::Logs : Mode::Files); }},
    {"log", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Show torch's log"),
     QT_TR_NOOP("Show torch's own log lines below the answer"), "P",
     [](NumericsPage& p) { p.m_tensors->answerStrip().setLogShown(!p.m_tensors->answerStrip().isLogShown()); },
     ActionRow::hasAnswer, "", [](const NumericsPage& p) { return p.m_tensors->answerStrip().isLogShown(); }},
    {"copyLog", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Copy torch's log"),
     QT_TR_NOOP("Copy torch's own log lines as text"), "",
     [](NumericsPage& p) { p.m_tensors->answerStrip().copyLog(); }, ActionRow::hasAnswer},
    {"options", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Show the options of same()"), QT_TR_NOOP("Show or hide them"), "V",
     [](NumericsPage& p) { p.m_tensors->setOptionsShown(!p.m_tensors->areOptionsShown()); }, ActionRow::hasAnswer, "",
     [](const NumericsPage& p) { return p.m_tensors->areOptionsShown(); }},
    {"tol", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Go to the tolerance"),
     QT_TR_NOOP("Move the focus to tol, or to the assumed multiplier of logs (Escape leads back)"), "T",
     [](NumericsPage& p) {
       if (!p.isFiles()) return p.m_logs->focusAssumed();
       p.m_tensors->setOptionsShown(true);
       p.m_tensors->options().focusTol();
     },
     [](const NumericsPage& p) { return !p.isFiles() || p.hasAnswer(); }},
    {"reset", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Reset the options"), QT_TR_NOOP("Back to the defaults of same()"), "",
     [](NumericsPage& p) { p.m_tensors->options().reset(); },
     [](const NumericsPage& p) { return !p.m_tensors->options().isDefault(); }},
    {"details", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Show the details"),
     QT_TR_NOOP("Show or hide the details of the current tensor"), "D",
     [](NumericsPage& p) { p.m_tensors->setDetailsShown(!p.m_tensors->areDetailsShown()); }, ActionRow::hasAnswer,
     "panel", [](const NumericsPage& p) { return p.m_tensors->areDetailsShown(); }},
    {"copyMarkdown", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Copy the answer as Markdown"),
     QT_TR_NOOP("For an issue: files, options, answer and tensors, or the margins of the logs"), "Ctrl+Shift+C",
     [](NumericsPage& p) { p.copyMarkdown(); }, ActionRow::hasResult, "copy"},
    {"save", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Save the answer as a report"),
     QT_TR_NOOP("Markdown, JSON or text, by the ending of the name"), "Ctrl+Shift+S",
     [](NumericsPage& p) { p.saveReport(); }, ActionRow::hasResult, "file"},
    {"cancel", QT_TR_NOOP("Numerics"), QT_TR_NOOP("Cancel the comparison"), QT_TR_NOOP("Stop reading and deciding"), "",
     [](NumericsPage& p) { p.cancelWork(); },
     [](const NumericsPage& p) { return p.m_controller->isBusy() || p.m_logs->controller().isBusy(); }},
    {"filter", QT_TR_NOOP("Filter"), QT_TR_NOOP("Filter the tensors"),
     QT_TR_NOOP("Words in a tensor's path, or in a model's name"), "/",
     [](NumericsPage& p) { p.isFiles() ? p.m_tensors->bar().focusText() : p.m_logs->focusText(); },
     ActionRow::hasResult, "filter"},
    {"failing", QT_TR_NOOP("Filter"), QT_TR_NOOP("Only: failing"), QT_TR_NOOP("Show only what differs or raises"), "X",
     [](NumericsPage& p) { p.m_tensors->bar().toggleFailing(); }, ActionRow::hasAnswer, "",
     [](const NumericsPage& p) { return p.m_tensors->bar().filter().isFailing; }},
    {"near", QT_TR_NOOP("Filter"), QT_TR_NOOP("Only: near the limit"),
     QT_TR_NOOP("Show only what comes near the limit"), "N",
     [](NumericsPage& p) { p.isFiles() ? p.m_tensors->bar().toggleNear() : p.m_logs->toggleWarned(); },
     ActionRow::hasResult},
    {"clear", QT_TR_NOOP("Filter"), QT_TR_NOOP("Clear the filter"), QT_TR_NOOP("Show every tensor"), "0",
     [](NumericsPage& p) { p.isFiles() ? p.m_tensors->bar().clearAll() : p.m_logs->clearFilter(); },
     ActionRow::hasResult, "close"},
    {"byMargin", QT_TR_NOOP("Table"), QT_TR_NOOP("Largest margin first"),
     QT_TR_NOOP("One list by margin, all levels together; again: torch's order"), "H",
     [](NumericsPage& p) {
       p.showMessage(p.m_tensors->toggleMarginOrder() ? tr("Largest margin first") : tr("In torch's order"));
     },
     ActionRow::hasAnswer, "",
     [](const NumericsPage& p) { return p.m_tensors->model().sortColumn() == static_cast<int>(TensorColumn::Margin); }},
    {"sortColumn", QT_TR_NOOP("Table"), QT_TR_NOOP("Sort by the current column"),
     QT_TR_NOOP("Sort by the column of the current cell; again reverses the order"), "O",
     [](NumericsPage& p) { p.m_tensors->sortByCurrentColumn(); }, ActionRow::hasAnswer},
    {"sortDefault", QT_TR_NOOP("Table"), QT_TR_NOOP("Back to torch's order"),
     QT_TR_NOOP("The tree, in the order in which torch compares"), "",
     [](NumericsPage& p) { p.m_tensors->tree().sortByColumn(-1, Qt::AscendingOrder); },
     [](const NumericsPage& p) { return p.m_tensors->answer() && !p.m_tensors->model().isTree(); }},
    {"openAll", QT_TR_NOOP("Table"), QT_TR_NOOP("Open the whole tree"),
     QT_TR_NOOP("Show the contents of lists and dicts"), "",
     [](NumericsPage& p) { p.m_tensors->tree().setAllOpen(true); }, ActionRow::hasAnswer},
    {"closeAll", QT_TR_NOOP("Table"), QT_TR_NOOP("Close the whole tree"), QT_TR_NOOP("Show the outermost level only"),
     "", [](NumericsPage& p) { p.m_tensors->tree().setAllOpen(false); }, ActionRow::hasAnswer},
    {"copy", QT_TR_NOOP("Table"), QT_TR_NOOP("Copy the rows"),
     QT_TR_NOOP("Copy the selected rows as tab-separated text"), "Ctrl+C", [](NumericsPage& p) { p.copyRows(); },
     ActionRow::hasResult, "copy"},
    {"columns", QT_TR_NOOP("Table"), QT_TR_NOOP("Choose the columns"), QT_TR_NOOP("Show and hide columns"), "",
     [](NumericsPage& p) { p.m_tensors->showColumnMenu(); }, ActionRow::hasAnswer, "columns"},
};

QList<ActionSpec> NumericsPage::actions() {
  QList<ActionSpec> specs;
  for (const ActionRow& row : kActions) {
    specs << ActionSpec{.id = u"numerics."_s + QLatin1StringView(row.id),
                        .text = tr(row.text),
                        .tooltip = tr(row.tooltip),
                        .group = tr(row.group),
                        .iconName = QString::fromLatin1(row.icon),
                        .shortcuts = *row.keys == '\0' ? QList<QKeySequence>()
                                                       : QKeySequence::listFromString(QLatin1StringView(row.keys)),
                        .run = [this, run = row.run] { run(*this); },
                        .enabled = [this, enabled = row.enabled] { return enabled == nullptr || enabled(*this); }};
    if (row.checked == nullptr) continue;
    specs.last().checkable = true;
    specs.last().checked = [this, checked = row.checked] { return checked(*this); };
  }
  return specs + detailActions(specs);
}

/// detailActions are those of the details, without the shortcuts that this page or another page uses.
QList<ActionSpec> NumericsPage::detailActions(const QList<ActionSpec>& own) {
  QList<ActionSpec> specs = m_tensors->details().actions();
  for (ActionSpec& spec : specs) {
    spec.shortcuts.removeIf([&own](const QKeySequence& key) {
      return std::ranges::any_of(kPageKeys, [&key](Qt::Key letter) { return key == QKeySequence(letter); }) ||
             std::ranges::any_of(own, [&key](const ActionSpec& each) { return each.shortcuts.contains(key); });
    });
    spec.enabled = [this, enabled = spec.enabled] { return hasAnswer() && enabled(); };
  }
  return specs;
}

QString NumericsPage::menuActions() const {
  return u"numerics.copy*;numerics.details;numerics.log;numerics.openAll;numerics.closeAll;numerics.sortColumn;numerics.tensor.*"_s;
}

}  // namespace plumbline::ui
