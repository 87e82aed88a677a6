// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/same/same_texts.h"

#include "core/numerics/same/python_rules.h"
#include "core/text/quantities.h"

namespace plumbline::numerics {
namespace {

constexpr int kDefaultDecimals = 6;  // of %f

std::string whole(double value) { return text::fixedText(value, 0); }

}  // namespace

std::string dtypeMismatchText(Dtype ref, Dtype res) {
  return std::string("dtype mismatch ").append(torchName(ref)).append(", ").append(torchName(res));
}

std::string iouText(const OverlapCounts& counts, double score, double threshold, const Tensor& ref) {
  return "IoU accuracy failed: " + text::fixedText(score, 4) + " < " + text::fixedText(threshold, 2) +
         " (intersection=" + whole(counts.intersection) + ", union=" + whole(counts.unionCount) +
         ", ref_sum=" + whole(counts.ref) + ", res_sum=" + whole(counts.res) + ", shape=" + sizeText(ref.sizes) + ")";
}

std::string cosineText(double score) { return "Similarity score=" + floatText(score); }

std::string toleranceText(double tol) { return "Accuracy failed: allclose not within tol=" + floatText(tol); }

std::string rmseText(const Decision& decision, const Tensor& res, const SameOptions& options) {
  constexpr int kErrorDecimals = 5;
  return "RMSE (res-fp64): " + text::fixedText(decision.resError.value_or(0), kErrorDecimals) +
         ", (ref-fp64): " + text::fixedText(decision.refError.value_or(0), kErrorDecimals) +
         " and shape=" + sizeText(res.sizes) + ". res.dtype: " + std::string(torchName(res.dtype)) +
         ", multiplier: " + text::fixedText(decision.multiplier.value_or(0), kDefaultDecimals) +
         ", tol: " + text::fixedText(options.tol, kDefaultDecimals) +
         ", use_larger_multiplier_for_smaller_tensor: " + (options.useLargerMultiplierForSmallerTensor ? "1" : "0");
}

std::string equalityText(const Value& ref, const Value& res) {
  return "Accuracy failed (" + classText(ref) + "): " + strText(ref) + " != " + strText(res);
}

std::string numpyText(const Value& ref, const Value& res) {
  return "Accuracy failed (numpy): " + strText(ref) + " != " + strText(res);
}

std::string mismatchText(std::string_view what, const std::vector<ValuePtr>& ref, const std::vector<ValuePtr>& res) {
  return std::string(what) + " mismatch " + setText(ref) + " == " + setText(res);
}

std::string typeMismatchText(const Value& ref, const Value& res) {
  return "type mismatch " + classText(ref) + " " + classText(res);
}

}  // namespace plumbline::numerics
