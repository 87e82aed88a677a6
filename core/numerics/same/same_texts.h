// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that same() logs, character by character as Python's logging prints them (SPEC 14).
#pragma once

#include <string>

#include "core/numerics/kernels/compare_kernels.h"
#include "core/numerics/same/same.h"

namespace plumbline::numerics {

std::string dtypeMismatchText(Dtype ref, Dtype res);
std::string iouText(const OverlapCounts& counts, double score, double threshold, const Tensor& ref);
std::string cosineText(double score);
std::string toleranceText(double tol);
/// rmseText has the numbers of the decision.
std::string rmseText(const Decision& decision, const Tensor& res, const SameOptions& options);
std::string equalityText(const Value& ref, const Value& res);
std::string numpyText(const Value& ref, const Value& res);
/// mismatchText: "keys mismatch {'a'} == {'b'}" for `what` "keys" of dicts; "elements" of sets.
std::string mismatchText(std::string_view what, const std::vector<ValuePtr>& ref, const std::vector<ValuePtr>& res);
std::string typeMismatchText(const Value& ref, const Value& res);

}  // namespace plumbline::numerics
