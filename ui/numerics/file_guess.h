// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the files that somebody chose or dropped is the reference, which the result, which the float64 one: told from
// their names (ref/eager, res/compiled, fp64 ...), else from their order.
//
//   auto files = guessTensorFiles({u"dump/"_s}, now);   // a folder that holds ref.pt and res.pt gives both
#pragma once

#include <QStringList>
#include <optional>

#include "ui/numerics/same_desk.h"

namespace plumbline::ui {

enum class TensorSide : std::uint8_t { Ref, Res, Fp64 };
inline constexpr int kTensorSides = 3;

/// sideOfName: "eager_out.pt" is Ref, "compiled.npz" Res, "ref_fp64.pt" Fp64.
std::optional<TensorSide> sideOfName(const QString& path);
QString& pathOf(TensorFiles& files, TensorSide side);
const QString& pathOf(const TensorFiles& files, TensorSide side);

/// guessInFolder finds the files or folders of the sides in a folder; nothing unless it holds ref and res.
std::optional<TensorFiles> guessInFolder(const QString& folder);
/// guessTensorFiles is what `now` becomes with these paths: a folder with both sides replaces all; one that says its
/// side takes that place; others fill ref, res and fp64 in their order, the empty ones first.
TensorFiles guessTensorFiles(const QStringList& paths, const TensorFiles& now);

}  // namespace plumbline::ui
