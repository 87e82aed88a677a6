// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix in words: the line above it, the status line, the clipboard.
//
//   summaryText(*view)     // "24 configs · 5 fail CI · 2 with shards missing · 3 not run"
#pragma once

#include <QString>
#include <vector>

#include "core/overview/signature.h"
#include "ui/support/clipboard_text.h"

namespace plumbline::ui {

class MatrixModel;

/// summaryText counts configs by what is wrong with them; nothing that is right is counted.
QString summaryText(const overview::CommitView& view);
/// matrixStatus is the window's line: the commit, where results name one, and CI's answer.
QString matrixStatus(const overview::CommitView& view, const std::vector<overview::Group>& groups);
/// matrixTable is the grid with its titles.
TextTable matrixTable(const MatrixModel& model);

}  // namespace plumbline::ui
