// SPDX-License-Identifier: GPL-3.0-or-later
// Cells as text for the clipboard: tab-separated for spreadsheets, a Markdown table for issues and pull requests.
//
//   toMarkdown({{"Model", "accuracy"}, {"llama", "pass → fail_accuracy"}})
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QAbstractItemModel;

namespace plumbline::ui {

/// TextTable holds rows of equal length; the first is the header.
using TextTable = QList<QStringList>;

/// toTsv joins cells by tabs and rows by newlines. Tabs and line breaks inside a cell become spaces.
QString toTsv(const TextTable& table);
/// toMarkdown pads the columns, so that the text reads well unrendered too. "|" and "\" are escaped, and so is what
/// Markdown or HTML would take for its own in a cell; line breaks become spaces. `rightAligned` columns get a "--:" rule.
QString toMarkdown(const TextTable& table, const QList<bool>& rightAligned = {});

/// rowTexts returns what a model shows in these rows, below its header; without columns, all of them.
TextTable rowTexts(const QAbstractItemModel& model, const QList<int>& rows, QList<int> columns = {});
/// copyText puts a text on the clipboard.
void copyText(const QString& text);

enum class TableFormat { Tsv, Markdown };
/// tableText writes a table in a format.
QString tableText(const TextTable& table, TableFormat format, const QList<bool>& rightAligned = {});

}  // namespace plumbline::ui
