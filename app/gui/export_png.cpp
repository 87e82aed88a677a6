// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/export_png.h"

#include <QAbstractItemModel>
#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPixmap>
#include <QTableView>
#include <algorithm>

#include "core/charts/chart_data.h"
#include "core/files/file_bytes.h"
#include "core/files/shared_store.h"
#include "ui/charts/charts_page.h"
#include "ui/shell/main_window.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"

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

/// tableOf gives the table that a page is about: the largest one that is seen.
const QTableView* tableOf(const QWidget& page) {
  const QTableView* largest = nullptr;
  for (const QTableView* table : page.findChildren<QTableView*>()) {
    if (!table->isVisibleTo(&page)) continue;
    if (largest == nullptr || table->height() * table->width() > largest->height() * largest->width()) largest = table;
  }
  return largest;
}

/// missingHeight is by how much the rows of a table are higher than what is seen of them.
int missingHeight(const QTableView& table) {
  const int rows = table.model() == nullptr ? 0 : table.model()->rowCount(table.rootIndex());
  if (rows == 0) return 0;
  return table.rowViewportPosition(rows - 1) - table.rowViewportPosition(0) + table.rowHeight(rows - 1) -
         table.viewport()->height();
}

}  // namespace

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
    if (more > 0) window.resize(window.width(), std::min(window.height() + more, kLargestPicture));
  }
  const QString name = window.currentPage() + u".png"_s;
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
    return base::fail({base::ErrorCode::NotFound, "There is nothing to draw.",
                       "Open a run and its baseline, or two runs, with numbers in common.", "", 0, 0});
  return written;
}

ui::ActionSpec pictureAction(ui::MainWindow& window, ui::FilePrompt& prompt) {
  const auto write = [&window](const QStringList& paths) {
    QString path = paths.value(0);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += u".png"_s;
    const auto saved = save(window.pageWidget().grab().toImage(), path);
    if (saved) window.say(u"The page is written to %1"_s.arg(path));
    else window.notices().say(ui::noticeFor(saved.error(), u"picture"_s));
  };
  return {.id = u"page.savePicture"_s,
          .text = u"Save a picture of this page"_s,
          .tooltip = u"Write the page as it is seen now as PNG"_s,
          .group = u"File"_s,
          .run = [&window, &prompt, write] {
            prompt.ask(&window,
                       {.title = u"Save a picture of this page"_s,
                        .folder = window.currentPage() + u".png"_s,
                        .kinds = u"PNG (*.png)"_s,
                        .mayBeNew = true,
                        .replaces = true},
                       write);
          }};
}

}  // namespace plumbline::app
