// SPDX-License-Identifier: GPL-3.0-or-later
// torch.save's archives: a zip whose one folder holds data.pkl, and beside it the numbers as data/0, data/1 ...; and the
// files of torch before 1.6, which are pickles with the numbers behind them.
//
//   auto value = readTorch({.file = "ref.pt", .bytes = mapped.bytes(), .owner = mapped.owner()});
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/readers/mapped_file.h"
#include "core/numerics/tensors/value.h"

namespace plumbline::numerics {

/// isLegacyTorch recognizes a file of torch before 1.6 by its first bytes.
bool isLegacyTorch(std::span<const std::byte> bytes);

/// readTorch runs nothing that is in the pickle; numbers stay in the file. Errors: as readZipEntries, readPickle and
/// toValue; BadFormat for other zips, and for TorchScript.
base::Outcome<ValuePtr> readTorch(const FileBytesView& view, const base::Progress& progress = {});

}  // namespace plumbline::numerics
