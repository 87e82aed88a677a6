// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_exporter.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>

#include "core/charts/make_chart.h"
#include "core/charts/svg.h"
#include "core/reports/chart_report.h"
#include "core/session/export_file.h"
#include "ui/charts/chart_style.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/file_prompt.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr QSize kMinPicture(960, 540);
constexpr double kSharpness = 2;  ///< pixels of a saved picture for each on screen

QImage pictureOf(const ExportedChart& shown) {
  return ChartView::picture(shown.chart, shown.theme, shown.size.expandedTo(kMinPicture), kSharpness);
}

}  // namespace

ChartExporter::ChartExporter(FilePrompt& prompt, std::function<ExportedChart()> current, QWidget* parent)
    : QObject(parent), m_prompt(prompt), m_current(std::move(current)) {}

void ChartExporter::save(const QString& extension, const QString& title, const QString& kinds,
                         std::function<std::string()> bytes) {
  const QString name = fromUtf8(charts::kindName(m_current().kind)) + extension;
  m_prompt.request(qobject_cast<QWidget*>(parent()),
                   {.title = title, .folder = name, .kinds = kinds, .mayBeNew = true, .replaces = true},
                   [this, extension, bytes = std::move(bytes)](const QStringList& paths) {
                     if (paths.isEmpty()) return;
                     QString path = paths.first();
                     if (QFileInfo(path).suffix().isEmpty()) path += extension;
                     const auto saved = session::saveExport(path, bytes());
                     if (!saved) Q_EMIT failed(saved.error());
                     else Q_EMIT statusMessage(tr("Saved %1").arg(QFileInfo(path).fileName()));
                   });
}

void ChartExporter::savePng() {
  // The chart that was on screen when the save was requested is saved, also when it changes before the answer.
  const auto bytes = [shown = m_current()] {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    pictureOf(shown).save(&buffer, "PNG");
    return buffer.data().toStdString();
  };
  save(u".png"_s, tr("Save the chart as PNG"), tr("PNG pictures (*.png);;All files (*)"), bytes);
}

void ChartExporter::saveSvg() {
  const auto bytes = [shown = m_current()] {
    const QSize size = shown.size.expandedTo(kMinPicture);
    return charts::svgFile(*shown.chart, {.width = size.width(), .height = size.height(),
                                          .css = charts::chartCss(shown.theme.scheme() == Scheme::Dark ? "dark"
                                                                  : "light")});
  };
  save(u".svg"_s, tr("Save the chart as SVG"), tr("SVG drawings (*.svg);;All files (*)"), bytes);
}

void ChartExporter::saveCsv() {
  save(u".csv"_s, tr("Save the data as CSV"), {}, [withTable = m_current().withTable] { return reports::chartCsv(*withTable()); });
}

void ChartExporter::copyImage() {
  QGuiApplication::clipboard()->setImage(pictureOf(m_current()));
  Q_EMIT statusMessage(tr("The chart is in the clipboard"));
}

void ChartExporter::copyData() {
  const ChartPtr chart = m_current().withTable();
  copyText(fromUtf8(reports::chartCsv(*chart)));
  Q_EMIT statusMessage(tr("%1 rows are in the clipboard").arg(grouped(chart->rows.size())));
}

}  // namespace plumbline::ui
