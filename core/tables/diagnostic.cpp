// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/diagnostic.h"

namespace plumbline::tables {

const char* kindName(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::EmptyFile: return "empty-file";
    case DiagnosticKind::HeaderOnly: return "header-only";
    case DiagnosticKind::MissingName: return "missing-name";
    case DiagnosticKind::DuplicateHeader: return "duplicate-header";
    case DiagnosticKind::DuplicateModel: return "duplicate-model";
    case DiagnosticKind::ConflictMarker: return "conflict-marker";
    case DiagnosticKind::RaggedRow: return "ragged-row";
    case DiagnosticKind::ShiftedColumns: return "shifted-columns";
    case DiagnosticKind::NotUtf8: return "not-utf8";
    case DiagnosticKind::Utf16: return "utf16";
    case DiagnosticKind::NulByte: return "nul-byte";
    case DiagnosticKind::Truncated: return "truncated";
    case DiagnosticKind::Binary: return "binary";
    case DiagnosticKind::CommentRow: return "comment-row";
  }
  return "unknown";
}

}  // namespace plumbline::tables
