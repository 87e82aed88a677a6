// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QFile>
#include <QFontDatabase>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QWidget>
#include <algorithm>
#include <array>
#include <string_view>

#include "ui/theme/plain_paint.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

QString fromUtf8(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

ClassMark madeMark(VerdictClass cls) {
  QString title = fromUtf8(verdicts::classWord(cls));
  title[0] = title[0].toUpper();
  // CI's own word where the class's name is too long for the table.
  const QString word = cls == VerdictClass::ExpectedFail ? u"XFAIL"_s : fromUtf8(verdicts::className(cls)).toUpper();
  return {fromUtf8(verdicts::classGlyph(cls)), word, title};
}

}  // namespace

ClassMark classMark(VerdictClass cls) {
  // Made once: the table asks for every cell it paints.
  static const auto kMarks = [] {
    std::array<ClassMark, verdicts::kAllClasses.size()> marks;
    for (const VerdictClass each : verdicts::kAllClasses) marks[static_cast<std::size_t>(each)] = madeMark(each);
    return marks;
  }();
  return kMarks[static_cast<std::size_t>(cls)];
}

struct Theme::Data {
  Scheme scheme = Scheme::Light;
  std::array<QColor, 10> tones;
  std::array<ClassStyle, verdicts::kAllClasses.size()> classStyles;
  std::array<DiffStyle, 2> diffs;
  std::array<QColor, 6> series;
  std::array<QColor, 6> sequential;
  std::array<QColor, 16> terminal;
  std::array<QFont, 3> fonts;
  QFont bold, monospace;
  QPalette palette, quiet, ground;
  QColor tone(Tone t) const { return tones[static_cast<std::size_t>(t)]; }
  /// tinted is the background of a row or cell with a share of the class's tint.
  QColor tinted(VerdictClass cls, double share, bool selected, bool hovered) const;
  QColor& tone(Tone t) { return tones[static_cast<std::size_t>(t)]; }
};

namespace {

constexpr double kHoverShare = 0.05;      // of the text colour
constexpr double kSelectionShare = 0.16;  // of the accent
constexpr double kRowShare = 1.0 / 3;     // of a class's tint behind the whole row

QJsonObject readTheme(Scheme scheme) {
  QFile file(scheme == Scheme::Dark ? u":/plumbline/themes/dark.json"_s : u":/plumbline/themes/light.json"_s);
  if (!file.open(QIODevice::ReadOnly)) return {};
  return QJsonDocument::fromJson(file.readAll()).object();
}

QPalette makePalette(const std::array<QColor, 10>& tones, const QColor& problem) {
  const auto tone = [&tones](Tone t) { return tones[static_cast<std::size_t>(t)]; };
  QPalette p(tone(Tone::Text), tone(Tone::Window), tone(Tone::Base), tone(Tone::Border), tone(Tone::Border),
             tone(Tone::Text), tone(Tone::Text), tone(Tone::Base), tone(Tone::Window));
  p.setColor(QPalette::Button, tone(Tone::Base));
  p.setColor(QPalette::ButtonText, tone(Tone::Text));
  p.setColor(QPalette::Mid, tone(Tone::Border));
  p.setColor(QPalette::Midlight, tone(Tone::Hover));
  p.setColor(QPalette::Dark, tone(Tone::Control));
  p.setColor(QPalette::Shadow, tone(Tone::Border));
  p.setColor(QPalette::Light, tone(Tone::Base));
  p.setColor(QPalette::AlternateBase, tone(Tone::Window));
  p.setColor(QPalette::Highlight, tone(Tone::Accent));
  p.setColor(QPalette::HighlightedText, tone(Tone::OnAccent));
  p.setColor(QPalette::Link, tone(Tone::Accent));
  p.setColor(QPalette::LinkVisited, tone(Tone::Accent));
  p.setColor(QPalette::BrightText, problem);
  p.setColor(QPalette::PlaceholderText, tone(Tone::Muted));
  p.setColor(QPalette::ToolTipBase, tone(Tone::Base));
  p.setColor(QPalette::ToolTipText, tone(Tone::Text));
  const QColor disabled = mixed(tone(Tone::Window), tone(Tone::Muted), 0.6);
  for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, disabled);
  p.setColor(QPalette::Disabled, QPalette::Highlight, tone(Tone::Border));
  p.setColor(QPalette::Disabled, QPalette::HighlightedText, disabled);
  return p;
}

QFont sized(QFont font, double points, double scale) {
  font.setPointSizeF(points * scale);
  return font;
}

}  // namespace

QColor Theme::Data::tinted(VerdictClass cls, double share, bool selected, bool hovered) const {
  const ClassStyle& style = classStyles[static_cast<std::size_t>(cls)];
  const bool isTinted = style.tint.isValid();
  QColor color = isTinted ? mixed(tone(Tone::Base), style.tint, share) : tone(Tone::Base);
  if (selected) color = mixed(color, isTinted ? style.chip : tone(Tone::Accent), kSelectionShare);
  if (hovered) color = mixed(color, tone(Tone::Text), kHoverShare);
  return color;
}

Theme::Theme(std::shared_ptr<const Data> data) : m_data(std::move(data)) {}

Theme Theme::load(Scheme scheme, const QFont& base, int fontStep) {
  auto data = std::make_shared<Data>();
  data->scheme = scheme;
  const QJsonObject file = readTheme(scheme);
  const QJsonObject tones = file["tones"_L1].toObject();
  constexpr std::array kNames = {"window"_L1, "base"_L1, "text"_L1, "muted"_L1, "border"_L1,
                                 "control"_L1, "accent"_L1};
  for (std::size_t i = 0; i < kNames.size(); ++i) data->tones[i] = QColor(tones[kNames[i]].toString());
  data->tone(Tone::Hover) = mixed(data->tone(Tone::Base), data->tone(Tone::Text), kHoverShare);
  data->tone(Tone::Selection) = mixed(data->tone(Tone::Base), data->tone(Tone::Accent), kSelectionShare);
  data->tone(Tone::OnAccent) = scheme == Scheme::Dark ? data->tone(Tone::Window) : data->tone(Tone::Base);

  const QJsonObject classes = file["classes"_L1].toObject();
  for (VerdictClass cls : verdicts::kAllClasses) {
    const std::string_view name = verdicts::className(cls);
    const QJsonObject entry = classes[QLatin1StringView(name.data(), static_cast<qsizetype>(name.size()))].toObject();
    const ClassMark mark = classMark(cls);
    data->classStyles[static_cast<std::size_t>(cls)] = {mark.glyph, mark.word, mark.title, QColor(entry["chip"_L1].toString()),
                                                  QColor(entry["tint"_L1].toString())};
  }

  const QJsonObject diff = file["diff"_L1].toObject();
  const auto diffStyleOf = [&diff](QLatin1StringView name, const QString& sign) {
    const QJsonObject entry = diff[name].toObject();
    return DiffStyle{sign, QColor(entry["tint"_L1].toString()), QColor(entry["strong"_L1].toString()),
                    QColor(entry["mark"_L1].toString())};
  };
  data->diffs = {diffStyleOf("removed"_L1, u"\u2212"_s), diffStyleOf("added"_L1, u"+"_s)};

  const QJsonArray series = file["series"_L1].toArray();
  for (std::size_t i = 0; i < data->series.size(); ++i)
    data->series[i] = QColor(series.at(static_cast<qsizetype>(i)).toString());

  const QJsonArray sequential = file["sequential"_L1].toArray();
  for (std::size_t i = 0; i < data->sequential.size(); ++i)
    data->sequential[i] = QColor(sequential.at(static_cast<qsizetype>(i)).toString());

  const QJsonArray terminal = file["terminal"_L1].toArray();
  for (std::size_t i = 0; i < data->terminal.size(); ++i)
    data->terminal[i] = QColor(terminal.at(static_cast<qsizetype>(i)).toString());

  // A font given in pixels has no point size; 96 dpi is what Qt then assumes too.
  const double system = base.pointSizeF() > 0 ? base.pointSizeF() : base.pixelSize() * 0.75;
  const double points = std::max(6.0, system + fontStep);
  data->fonts = {sized(base, points, 0.9), sized(base, points, 1.0), sized(base, points, 1.35)};
  data->bold = data->fonts[static_cast<std::size_t>(TextSize::Normal)];
  data->bold.setWeight(QFont::DemiBold);
  data->monospace = sized(QFontDatabase::systemFont(QFontDatabase::FixedFont), points, 0.95);
  data->palette = makePalette(data->tones, data->classStyles[static_cast<std::size_t>(VerdictClass::Fail)].chip);
  data->quiet = data->palette;
  data->quiet.setColor(QPalette::WindowText, data->tone(Tone::Muted));
  data->ground = data->palette;
  data->ground.setColor(QPalette::Window, data->tone(Tone::Base));
  return Theme(std::move(data));
}

Scheme Theme::scheme() const { return m_data->scheme; }
QColor Theme::color(Tone tone) const { return m_data->tone(tone); }
const ClassStyle& Theme::classStyle(VerdictClass cls) const { return m_data->classStyles[static_cast<std::size_t>(cls)]; }

const DiffStyle& Theme::diffStyle(DiffSide side) const { return m_data->diffs[static_cast<std::size_t>(side)]; }

QColor Theme::series(std::size_t run) const { return m_data->series[run % m_data->series.size()]; }

QColor Theme::sequential(double share) const {
  const std::array<QColor, 6>& stops = m_data->sequential;
  const double place = (share > 0 ? std::min(share, 1.0) : 0.0) * static_cast<double>(stops.size() - 1);
  const std::size_t at = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return mixed(stops[at], stops[at + 1], place - static_cast<double>(at));
}

QColor Theme::terminal(int number) const {
  return number >= 0 && static_cast<std::size_t>(number) < m_data->terminal.size()
             ? m_data->terminal[static_cast<std::size_t>(number)]
             : QColor();
}

QColor Theme::rowColor(VerdictClass cls, bool selected, bool hovered) const {
  return m_data->tinted(cls, kRowShare, selected, hovered);
}

QColor Theme::cellColor(VerdictClass cls, bool selected, bool hovered, double share) const {
  return m_data->tinted(cls, share, selected, hovered);
}

QColor Theme::wordColor(VerdictClass cls, bool stronger) const {
  return stronger ? m_data->tone(Tone::Text) : classStyle(cls).chip;
}

QColor Theme::mutedColor(bool stronger) const { return m_data->tone(stronger ? Tone::Text : Tone::Muted); }

const QFont& Theme::font(TextSize size) const { return m_data->fonts[static_cast<std::size_t>(size)]; }
const QFont& Theme::boldFont() const { return m_data->bold; }
const QFont& Theme::monospace() const { return m_data->monospace; }
const QPalette& Theme::palette() const { return m_data->palette; }
const QPalette& Theme::quietPalette() const { return m_data->quiet; }
const QPalette& Theme::basePalette() const { return m_data->ground; }

Scheme schemeOf(const QPalette& palette) {
  return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness() ? Scheme::Dark
                                                                                                       : Scheme::Light;
}

void setTextStyle(QWidget& widget, const Theme& theme) {
  widget.setFont(theme.font(TextSize::Normal));
  widget.updateGeometry();
  widget.update();
}

}  // namespace plumbline::ui
