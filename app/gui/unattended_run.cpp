// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/unattended_run.h"

#include <QAbstractItemModel>
#include <QBuffer>
#include <QCoreApplication>
#include <QEvent>
#include <QFile>
#include <QImage>
#include <QPixmap>
#include <QTableView>
#include <QTimer>
#include <QWidget>
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "app/gui/chart_pages.h"
#include "core/charts/make_chart.h"
#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/session/commit_session.h"
#include "core/session/session.h"
#include "ui/charts/charts_page.h"
#include "ui/shell/main_window.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

base::Result<void> save(const QImage& image, const QString& path) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  const auto saved = files::saveFile(QFile::encodeName(path).toStdString(), buffer.data().toStdString());
  if (!saved) return base::fail(saved.error());
  return {};
}

base::Result<void> saveInto(const QString& folder, const QString& name, const QImage& image) {
  if (auto made = files::makeFolders(QFile::encodeName(folder).toStdString(), {}); !made) return base::fail(made.error());
  return save(image, folder + u'/' + name);
}

/// tableOf returns the largest visible table of a page, or null.
const QTableView* tableOf(const QWidget& page) {
  const QTableView* largest = nullptr;
  for (const QTableView* table : page.findChildren<QTableView*>()) {
    if (!table->isVisibleTo(&page)) continue;
    if (largest == nullptr || table->height() * table->width() > largest->height() * largest->width()) largest = table;
  }
  return largest;
}

/// missingHeight is the height of the rows that are not visible.
int missingHeight(const QTableView& table) {
  const int rows = table.model() == nullptr ? 0 : table.model()->rowCount(table.rootIndex());
  if (rows == 0) return 0;
  return table.rowViewportPosition(rows - 1) - table.rowViewportPosition(0) + table.rowHeight(rows - 1) -
         table.viewport()->height();
}

}  // namespace

FirstPaint::FirstPaint(QWidget* window) : QObject(window), m_window(window) { window->installEventFilter(this); }

void FirstPaint::ready() {
  m_isReady = true;
  m_window->update();
}

bool FirstPaint::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::UpdateRequest && m_isReady && !m_isPainted) {
    // The backing store is flushed inside this event; what is posted now runs after it.
    m_isPainted = true;
    QTimer::singleShot(0, this, &FirstPaint::painted);
  }
  return QObject::eventFilter(watched, event);
}

double cpuMs() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double processMs(const QElapsedTimer& sinceMain, double cpuMsAtMain) {
  return cpuMsAtMain + static_cast<double>(sinceMain.nsecsElapsed()) / 1e6;
}

base::Result<void> savePicture(QWidget& widget, const QString& path) {
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // a text of this moment gets its room
  return save(widget.grab().toImage(), path);
}

QStringList exportPages() {
  return {u"charts"_s, u"compare"_s, u"triage"_s, u"matrix"_s, u"overview"_s, u"review"_s, u"flaky"_s, u"sources"_s};
}

std::optional<base::Error> exportProblem(const QString& page, bool hasPair, bool hasCommit) {
  const bool wantsCommit = page == u"matrix"_s || page == u"overview"_s || page == u"sources"_s;
  const bool wantsPair = page == u"triage"_s || page == u"flaky"_s;
  if (wantsCommit && !hasCommit)
    return base::Error{base::ErrorCode::NotFound, "The page " + page.toStdString() + " shows a commit, and none is open.",
                       "Give folders, artifact zips or several files, with --expected TREE for the baselines.", "", 0, 0};
  if (wantsPair && !hasPair)
    return base::Error{base::ErrorCode::NotFound, "The page " + page.toStdString() + " shows a run and its baseline, and none are open.",
                       "Give two files, or results together with their tree of baselines.", "", 0, 0};
  return std::nullopt;
}

base::Result<QStringList> exportPageWhole(ui::MainWindow& window, const QString& folder) {
  QWidget& page = window.pageWidget();
  if (const QTableView* table = tableOf(page)) {
    const int more = missingHeight(*table);
    if (more > 0) window.resize(window.width(), std::min(window.height() + more, kMaxPictureSize));
  }
  const QString name = window.currentPage() + u".png"_s;
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  const auto saved = saveInto(folder, name, page.grab().toImage());
  if (!saved) return base::fail(saved.error());
  return QStringList{name};
}

base::Result<QStringList> exportCharts(const ui::ChartsPage* page, const QString& folder, QSize size) {
  QStringList written;
  for (int i = 0; i < static_cast<int>(charts::ChartKind::Count); ++i) {
    const auto kind = static_cast<charts::ChartKind>(i);
    const QImage picture = page == nullptr ? QImage() : page->pictureOf(kind, size);
    if (picture.isNull()) continue;
    const std::string_view word = charts::kindName(kind);
    const QString name = u"charts-%1.png"_s.arg(QLatin1StringView(word.data(), static_cast<qsizetype>(word.size())));
    const auto saved = saveInto(folder, name, picture);
    if (!saved) return base::fail(saved.error());
    written << name;
  }
  if (written.isEmpty())
    return base::fail(base::ErrorCode::NotFound, "There is nothing to draw.",
                      "Open a run and its baseline, or two runs, with numbers in common.");
  return written;
}

int printLine(std::FILE* stream, const QString& text, int exitCode) {
  std::fputs(qUtf8Printable(text), stream);
  std::fputc('\n', stream);
  return exitCode;
}

UnattendedRun::UnattendedRun(const Options& options, const Parts& parts, std::function<double()> startupMs)
    : m_options(options), m(parts), m_startupMs(std::move(startupMs)) {}

bool UnattendedRun::isRequestedBy(const Options& options) {
  return !options.screenshot.isEmpty() || !options.exportPng.isEmpty() || options.startupReport;
}

int UnattendedRun::finish() {
  if (m_options.startupReport)
    return printLine(
        stderr, QCoreApplication::translate("UnattendedRun", "first paint after %1 ms").arg(m_startupMs(), 0, 'f', 1), 0);
  if (m_options.screenshot.isEmpty() && !m_options.exportPng.isEmpty()) return exportPictures();
  const auto saved = savePicture(m.window, m_options.screenshot);
  return saved ? 0 : printLine(stderr, QString::fromStdString(base::describe(saved.error())), 1);
}

int UnattendedRun::exportPictures() {
  const auto fail = [](const base::Error& error) {
    return printLine(stderr, u"plumbline: "_s + QString::fromStdString(base::describe(error)), 1);
  };
  if (m_failure) return fail(*m_failure);
  const bool hasPair = m.session.snapshot() != nullptr, hasCommit = m.commit.snapshot() != nullptr;
  if (const auto problem = exportProblem(m_options.page, hasPair, hasCommit)) return fail(*problem);
  const bool isCharts = m_options.page == u"charts"_s;
  if (!isCharts) m.window.showPage(m_options.page);
  const QSize size = m_options.size.isValid() ? m_options.size : QSize(1280, 720);
  const auto written = isCharts ? exportCharts(m.charts.charts(), m_options.exportPng, size)
                                : exportPageWhole(m.window, m_options.exportPng);
  return written ? printLine(stdout, written->join(u'\n'), 0) : fail(written.error());
}

}  // namespace plumbline::app
