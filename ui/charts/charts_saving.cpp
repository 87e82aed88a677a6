// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the charts page: pictures, drawings and numbers, as files and by the clipboard.
#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include "core/charts/chart_text.h"
#include "core/charts/svg.h"
#include "core/session/export_file.h"
#include "ui/charts/chart_look.h"
#include "ui/charts/charts_page_private.h"
#include "ui/support/count_text.h"
#include "ui/support/file_prompt.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr QSize kLeastPicture(960, 540);
constexpr double kSharpness = 2;  ///< pixels of a saved picture for each on screen

}  // namespace

QSize ChartsPage::Private::pictureSize() const { return view->size().expandedTo(kLeastPicture); }

void ChartsPage::Private::askAndSave(const QString& ending, const QString& title, const QString& kinds, std::function<std::string()> bytes) {
  const QString name = toQString(charts::kindName(kind)) + ending;
  prompt.ask(page, {.title = title, .folder = name, .kinds = kinds, .mayBeNew = true, .replaces = true},
             [this, ending, bytes = std::move(bytes)](const QStringList& paths) {
               if (paths.isEmpty()) return;
               QString path = paths.first();
               if (QFileInfo(path).suffix().isEmpty()) path += ending;
               const auto saved = session::saveExport(path, bytes());
               if (!saved) {
                 Q_EMIT page->noticeWanted(saved.error());
                 return;
               }
               tell(u"Saved %1"_s.arg(QFileInfo(path).fileName()));
             });
}

void ChartsPage::Private::savePng() {
  // What is drawn is what was asked for, also when the chart changes before the answer.
  const auto bytes = [shown = chart, look = theme, size = pictureSize()] {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    ChartView::picture(shown, look, size, kSharpness).save(&buffer, "PNG");
    return buffer.data().toStdString();
  };
  askAndSave(u".png"_s, u"Save the chart as PNG"_s, u"PNG pictures (*.png);;All files (*)"_s, bytes);
}

void ChartsPage::Private::saveSvg() {
  const auto bytes = [shown = chart, scheme = theme.scheme(), size = pictureSize()] {
    return charts::svgFile(*shown, {.width = size.width(), .height = size.height(),
                                    .css = charts::chartCss(scheme == Scheme::Dark ? "dark" : "light")});
  };
  askAndSave(u".svg"_s, u"Save the chart as SVG"_s, u"SVG drawings (*.svg);;All files (*)"_s, bytes);
}

void ChartsPage::Private::saveCsv() {
  askAndSave(u".csv"_s, u"Save the data as CSV"_s, {}, [shown = chart] { return charts::chartCsv(*shown); });
}

void ChartsPage::Private::copyImage() {
  QGuiApplication::clipboard()->setImage(ChartView::picture(chart, theme, pictureSize(), kSharpness));
  tell(u"The chart is in the clipboard"_s);
}

void ChartsPage::Private::copyData() {
  QGuiApplication::clipboard()->setText(toQString(charts::chartCsv(*chart)));
  tell(u"%1 rows are in the clipboard"_s.arg(grouped(chart->rows.size())));
}

}  // namespace plumbline::ui
