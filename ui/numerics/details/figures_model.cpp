// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/figures_model.h"

#include <cmath>

#include "core/charts/number_text.h"
#include "ui/numerics/numerics_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

QString countText(std::int64_t count) { return grouped(static_cast<std::size_t>(count)); }

QString shareOf(std::int64_t count, std::int64_t all) {
  if (all == 0 || count == 0) return {};
  const double share = static_cast<double>(count) / static_cast<double>(all);
  return share < 0.0005 ? u" (< 0.1 %)"_s : u" (%1)"_s.arg(QString::fromStdString(charts::percentText(share)));
}

/// FigureList collects rows; their values are "…" until they are known.
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
      figures << Figure{name, m_statistics->elements == 0 ? FiguresModel::tr("no elements") : none, tooltip};
      return;
    }
    QString value = numberText(extreme->value);
    if (extreme->value != 0 && !extreme->index.empty())
      value = FiguresModel::tr("%1 at %2").arg(value, QString::fromStdString(numerics::indexText(extreme->index)));
    figures << Figure{name, value, tooltip, extreme->flat};
  }
  void addSide(const QString& name, numerics::SideStatistics numerics::ErrorStatistics::*which) {
    add(FiguresModel::tr("%1 range").arg(name), FiguresModel::tr("Smallest and largest finite number"),
        [which](const auto& all) {
      const numerics::SideStatistics& side = all.*which;
      return std::isnan(side.min) ? FiguresModel::tr("none finite") : FiguresModel::tr("%1 to %2")
          .arg(numberText(side.min), numberText(side.max));
    });
    add(FiguresModel::tr("%1 mean").arg(name), FiguresModel::tr("Of the finite numbers"),
        [which](const auto& all) { return numberText((all.*which).mean); });
    const auto addCount = [&](const QString& what, std::int64_t numerics::SideStatistics::*count,
                              std::optional<std::int64_t> numerics::SideStatistics::*first) {
      const QString title = u"%1 %2"_s.arg(name, what);
      if (!m_statistics) return add(title, {}, [](const auto&) { return QString(); });
      const numerics::SideStatistics& side = m_statistics->*which;
      Figure figure{title, countText(side.*count), {}, side.*first};
      if (side.*first)
        figure.value = FiguresModel::tr("%1, first at %2")
            .arg(figure.value,
                 QString::fromStdString(numerics::indexText(numerics::indexOf(*(side.*first), m_statistics->shape))));
      figures << figure;
    };
    addCount(FiguresModel::tr("NaN"), &numerics::SideStatistics::nans, &numerics::SideStatistics::firstNan);
    addCount(FiguresModel::tr("Inf"), &numerics::SideStatistics::infinities, &numerics::SideStatistics::firstInfinity);
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
  list.addExtreme(FiguresModel::tr("Largest error"), FiguresModel::tr("|res \u2212 %1|").arg(from),
                  &ErrorStatistics::maxAbs, FiguresModel::tr("no elements"));
  list.addExtreme(FiguresModel::tr("Largest relative"), FiguresModel::tr("|res \u2212 %1| / |%1|").arg(from),
                  &ErrorStatistics::maxRel, FiguresModel::tr("no elements"));
  list.addExtreme(FiguresModel::tr("Largest ULP"), FiguresModel::tr("Numbers of the dtype between ref and res"),
                  &ErrorStatistics::maxUlp,
                  FiguresModel::tr("only of one floating dtype"));
  list.add(FiguresModel::tr("Mean error"), FiguresModel::tr("Of the finite errors"),
           [](const auto& all) { return numberText(all.meanAbs); });
  list.add(FiguresModel::tr("Outside tolerance"), FiguresModel::tr("Elements that allclose does not have within tol"),
           [](const auto& all) {
    return u"%1 of %2%3"_s.arg(countText(all.mismatches), countText(all.elements),
                               shareOf(all.mismatches, all.elements));
  });
  list.add(FiguresModel::tr("Cosine"), FiguresModel::tr("Of ref and res, in float64"),
           [](const auto& all) { return QString::number(all.cosine, 'g', 9); });
  list.add(FiguresModel::tr("SQNR"), FiguresModel::tr("10 log10 of signal by noise, both squared and summed"),
           [](const auto& all) { return std::isfinite(all.sqnr) ? u"%1 dB"_s.arg(all.sqnr, 0, 'f', 1) : numberText(all.sqnr); });
  const auto known = [&list](const QString& name, const QString& tooltip, const std::optional<double>& value) {
    if (value) list.figures << Figure{name, numberText(*value), tooltip};
  };
  known(FiguresModel::tr("RMSE of res"), FiguresModel::tr("Of res against fp64, as same() computes it"),
        decision.resError);
  known(FiguresModel::tr("RMSE of ref"), FiguresModel::tr("Of ref against fp64, as same() computes it"),
        decision.refError);
  known(FiguresModel::tr("Multiplier"), FiguresModel::tr("How much worse than ref res may be"), decision.multiplier);
  known(FiguresModel::tr("Bound"), FiguresModel::tr("multiplier \u00d7 RMSE of ref + tol / 10"), decision.bound);
  known(FiguresModel::tr("Score"),
        FiguresModel::tr("Cosine similarity or intersection over union, as same() computes it"), decision.score);
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
    const QString text = u"%1: %2."_s.arg(figure.tooltip.isEmpty() ? figure.name : figure.tooltip, figure.value);
    return figure.flat ? text + u' ' + tr("Enter goes to the element.") : text;
  }
  return {};
}

QVariant FiguresModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? tr("figure") : tr("value");
}

}  // namespace plumbline::ui
