// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to one row, short enough to be the same for every row that it happened to.
//
//   auto signature = signatureOf(config, row);    // {Fail, "graph_breaks", "+1"}; absent when the row needs no look
#pragma once

#include <optional>
#include <string>

#include "core/overview/signature.h"

namespace plumbline::overview {

struct RowSignature {
  GroupKind kind = GroupKind::Fail;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Fail;
  std::string metric;     ///< as Group::metric
  std::string change;     ///< as Group::change
  std::string direction;  ///< what rows must share to be told together although their amounts differ: "+", "-"
  double amount = 0;      ///< of a single counter
  bool counted = false;   ///< `amount` is set
  std::string from, to;   ///< of an accuracy word
};

std::optional<RowSignature> signatureOf(const ConfigResult& config, std::size_t row);

/// signedAmount writes "+1", "-4".
std::string signedAmount(double amount);

}  // namespace plumbline::overview
