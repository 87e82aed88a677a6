// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/error_view.h"

namespace plumbline::ui {
namespace {

std::optional<numerics::Tensor> tensorOf(const numerics::ValuePtr& value) {
  using numerics::ValueKind;
  if (!value) return std::nullopt;
  switch (value->kind) {
    case ValueKind::Tensor:
    case ValueKind::Parameter:
    case ValueKind::Array:
    case ValueKind::NumpyScalar: return value->tensor;
    case ValueKind::Float: return numerics::scalarTensor(value->real, numerics::Dtype::Float32);
    default: return std::nullopt;
  }
}

bool isSameTensor(const numerics::Tensor& a, const numerics::Tensor& b) {
  return a.dtype == b.dtype && a.sizes == b.sizes && a.strides == b.strides && a.offset == b.offset &&
         a.storage.bytes.data() == b.storage.bytes.data() && a.storage.bytes.size() == b.storage.bytes.size();
}

}  // namespace

bool ErrorPair::isSameAs(const ErrorPair& other) const {
  return name == other.name && isSameTensor(ref, other.ref) && isSameTensor(res, other.res) &&
         fp64.has_value() == other.fp64.has_value() && (!fp64 || isSameTensor(*fp64, *other.fp64));
}

ErrorPairPtr errorPairOf(const QString& name, const numerics::Decision& decision, const numerics::SameOptions& options) {
  auto ref = tensorOf(decision.ref), res = tensorOf(decision.res), fp64 = tensorOf(decision.fp64);
  if (!ref || !res) return nullptr;
  if (fp64 && fp64->dtype != numerics::Dtype::Float64) fp64.reset();
  return std::make_shared<ErrorPair>(ErrorPair{name, std::move(*ref), std::move(*res), std::move(fp64), options});
}

void ErrorView::setContext(const ErrorContext& context) {
  m_context = context;
  m_isStale = !isVisible() && m_context.pair != nullptr;
  if (!m_isStale) refresh();
}

void ErrorView::setBusy(bool busy) {
  if (busy == m_busy) return;
  m_busy = busy;
  Q_EMIT busyChanged();
}

void ErrorView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!m_isStale) return;
  m_isStale = false;
  refresh();
}

}  // namespace plumbline::ui
