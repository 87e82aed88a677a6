// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/figures_model.h"

#include <cmath>

#include "core/charts/number_text.h"
#include "ui/numerics/numerics_words.h"
#include "ui/support/count_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QString counted(std::int64_t count) { return grouped(static_cast<std::size_t>(count)); }

QString shareOf(std::int64_t count, std::int64_t all) {
  if (all == 0 || count == 0) return {};
  const double share = static_cast<double>(count) / static_cast<double>(all);
  return share < 0.0005 ? u" (< 0.1 %)"_s : u" (%1)"_s.arg(QString::fromStdString(charts::percentText(share)));
}

/// FigureList writes rows, or what stands in their place until they are known.
class FigureList {
 public:
  explicit FigureList(const ErrorContext& context) : m_statistics(context.statistics.get()) {}

  template <typename Value>
  void add(const QString& name, const QString& tooltip, const Value& value) {
    figures << (m_statistics ? Figure{name, value(*m_statistics), tooltip} : Figure{name, u"\u2026"_s, tooltip});
  }
  void addExtreme(const QString& name, const QString& tooltip, std::optional<numerics::Extreme> numerics::ErrorStatistics::*which,
                  const QString& none) {
    if (!m_statistics) return add(name, tooltip, [](const auto&) { return QString(); });
    const auto& extreme = m_statistics->*which;
    if (!extreme) {
      figures << Figure{name, m_statistics->elements == 0 ? u"no elements"_s : none, tooltip};
      return;
    }
    const QString place = extreme->value == 0 || extreme->index.empty()
                              ? QString() : u" at "_s + QString::fromStdString(numerics::indexText(extreme->index));
    figures << Figure{name, numberText(extreme->value) + place, tooltip, extreme->flat};
  }
  void addSide(const QString& name, numerics::SideStatistics numerics::ErrorStatistics::*which) {
    add(name + u" range"_s, u"Least and largest finite number"_s, [which](const auto& all) {
      const numerics::SideStatistics& side = all.*which;
      return std::isnan(side.least) ? u"none finite"_s : u"%1 to %2"_s.arg(numberText(side.least), numberText(side.most));
    });
    add(name + u" mean"_s, u"Of the finite numbers"_s, [which](const auto& all) { return numberText((all.*which).mean); });
    const auto addCount = [&](const QString& what, std::int64_t numerics::SideStatistics::*count,
                              std::optional<std::int64_t> numerics::SideStatistics::*first) {
      const QString title = u"%1 %2"_s.arg(name, what);
      if (!m_statistics) return add(title, {}, [](const auto&) { return QString(); });
      const numerics::SideStatistics& side = m_statistics->*which;
      Figure figure{title, counted(side.*count), {}, side.*first};
      if (side.*first) figure.value += u", first at %1"_s.arg(QString::fromStdString(numerics::indexText(numerics::indexOf(*(side.*first), m_statistics->shape))));
      figures << figure;
    };
    addCount(u"NaN"_s, &numerics::SideStatistics::nans, &numerics::SideStatistics::firstNan);
    addCount(u"Inf"_s, &numerics::SideStatistics::infinities, &numerics::SideStatistics::firstInfinity);
  }

  QList<Figure> figures;

 private:
  const numerics::ErrorStatistics* m_statistics;
};

}  // namespace

QList<Figure> figuresOf(const numerics::Decision& decision, const ErrorContext& context) {
  using numerics::ErrorStatistics;
  FigureList list(context);
  if (!context.pair) return {};
  const QString from = context.pair->fp64 ? u"fp64"_s : u"ref"_s;
  list.addExtreme(u"Largest error"_s, u"|res \u2212 %1|"_s.arg(from), &ErrorStatistics::maxAbs, u"no elements"_s);
  list.addExtreme(u"Largest relative"_s, u"|res \u2212 %1| / |%1|"_s.arg(from), &ErrorStatistics::maxRel, u"no elements"_s);
  list.addExtreme(u"Largest ULP"_s, u"Numbers of the dtype between ref and res"_s, &ErrorStatistics::maxUlp,
                  u"only of one floating dtype"_s);
  list.add(u"Mean error"_s, u"Of the finite errors"_s, [](const auto& all) { return numberText(all.meanAbs); });
  list.add(u"Outside tolerance"_s, u"Elements that allclose does not have within tol"_s, [](const auto& all) {
    return u"%1 of %2%3"_s.arg(counted(all.mismatches), counted(all.elements), shareOf(all.mismatches, all.elements));
  });
  list.add(u"Cosine"_s, u"Of ref and res, in float64"_s, [](const auto& all) { return QString::number(all.cosine, 'g', 9); });
  list.add(u"SQNR"_s, u"10 log10 of signal by noise, both squared and summed"_s,
           [](const auto& all) { return std::isfinite(all.sqnr) ? u"%1 dB"_s.arg(all.sqnr, 0, 'f', 1) : numberText(all.sqnr); });
  const auto known = [&list](const QString& name, const QString& tooltip, const std::optional<double>& value) {
    if (value) list.figures << Figure{name, numberText(*value), tooltip};
  };
  known(u"RMSE of res"_s, u"Of res against fp64, as same() computes it"_s, decision.resError);
  known(u"RMSE of ref"_s, u"Of ref against fp64, as same() computes it"_s, decision.refError);
  known(u"Multiplier"_s, u"How much worse than ref res may be"_s, decision.multiplier);
  known(u"Bound"_s, u"multiplier \u00d7 RMSE of ref + tol / 10"_s, decision.bound);
  known(u"Score"_s, u"Cosine similarity or intersection over union, as same() computes it"_s, decision.score);
  list.addSide(u"ref"_s, &ErrorStatistics::ref);
  list.addSide(u"res"_s, &ErrorStatistics::res);
  if (context.pair->fp64) list.addSide(u"fp64"_s, &ErrorStatistics::fp64);
  return list.figures;
}

void FiguresModel::setFigures(const QList<Figure>& figures) {
  const auto hasSameNames = [&] {
    if (figures.size() != m_figures.size()) return false;
    for (qsizetype i = 0; i < figures.size(); ++i)
      if (figures[i].name != m_figures[i].name) return false;
    return true;
  };
  if (hasSameNames()) {  // selection and scroll position stay
    m_figures = figures;
    if (!m_figures.isEmpty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 1));
    return;
  }
  beginResetModel();
  m_figures = figures;
  endResetModel();
}

int FiguresModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_figures.size()); }
int FiguresModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : 2; }

QVariant FiguresModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= m_figures.size()) return {};
  const Figure& figure = m_figures[index.row()];
  if (role == Qt::DisplayRole) return index.column() == 0 ? figure.name : figure.value;
  if (role == Qt::AccessibleTextRole) return u"%1: %2"_s.arg(figure.name, figure.value);
  if (role == Qt::ToolTipRole) {
    const QString go = figure.flat ? u" Enter goes to the element."_s : QString();
    return (figure.tooltip.isEmpty() ? figure.name : figure.tooltip) + u": "_s + figure.value + u'.' + go;
  }
  return {};
}

QVariant FiguresModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? u"figure"_s : u"value"_s;
}

}  // namespace plumbline::ui
