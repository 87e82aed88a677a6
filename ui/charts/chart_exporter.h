// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the chart on screen as PNG, SVG or CSV, and copies it to the clipboard.
//
//   auto* exporter = new ChartExporter(prompt, [this] { return ExportedChart{chart, kind, theme(), view->size()}; },
//   page); exporter->savePng();
#pragma once

#include <QObject>
#include <QSize>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "ui/charts/chart_view.h"

namespace plumbline::ui {

class FilePrompt;

struct ExportedChart {
  ChartPtr chart;
  charts::ChartKind kind;
  Theme theme;
  QSize size;  ///< on screen
  std::function<ChartPtr()> withTable;  ///< the same with columns and rows
};

class ChartExporter : public QObject {
  Q_OBJECT

 public:
  /// current returns the chart when an export is requested; it is not null then.
  ChartExporter(FilePrompt& prompt, std::function<ExportedChart()> current, QWidget* parent);

  void savePng();
  void saveSvg();
  void saveCsv();
  void copyImage();
  void copyData();

 Q_SIGNALS:
  void statusMessage(const QString& text);
  void failed(const plumbline::base::Error& error);

 private:
  void save(const QString& extension, const QString& title, const QString& kinds, std::function<std::string()> bytes);

  FilePrompt& m_prompt;
  std::function<ExportedChart()> m_current;
};

}  // namespace plumbline::ui
