// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include <array>

#include "core/charts/svg.h"
#include "resources/embedded.h"

namespace plumbline::charts {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kFont = "system-ui,'Noto Sans','DejaVu Sans',Helvetica,Arial,sans-serif";

/// A colour of the theme as it stands there; "none" for what is no colour, so that nothing else gets into the style.
std::string colour(const Json& value) {
  if (!value.is_string()) return "none";
  const std::string& text = value.get_ref<const std::string&>();
  const bool isColour = text.size() == 7 && text.front() == '#' &&
                        text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  return isColour ? text : "none";
}

std::string both(const std::string& css, const std::string& colour) {
  return "." + css + "{fill:" + colour + ";stroke:" + colour + "}\n";
}

}  // namespace

std::string chartCss(std::string_view theme) {
  const auto bytes = resources::embeddedBytes("themes/" + std::string(theme) + ".json");
  const Json root = Json::parse(bytes.value_or(""), nullptr, false);
  if (!root.is_object()) return {};
  const Json tones = root.value("tones", Json::object()), classes = root.value("classes", Json::object());
  const Json series = root.value("series", Json::array());
  const auto tone = [&](const char* name) { return colour(tones.value(name, Json())); };
  const std::string text = tone("text"), muted = tone("muted"), border = tone("border"), base = tone("base");

  std::string css;
  constexpr std::array kRuns = {"before", "after", "third", "fourth", "fifth", "sixth"};
  for (std::size_t i = 0; i < kRuns.size(); ++i)
    css += both(std::string("pc-") + kRuns[i], i < series.size() ? colour(series[i]) : muted);
  for (const auto& [name, entry] : classes.items())
    css += both("pc-" + name, entry.is_object() ? colour(entry.value("chip", Json())) : muted);
  css += both("pc-mean", text) + both("pc-limit", text) + both("pc-parity", muted) + both("pc-band", border);
  css += ".pc-back{fill:" + base + "}\n.pc text{stroke:none;font-family:" + std::string(kFont) + "}\n";
  css += ".pc rect{stroke:none}\n";
  css += ".pc-title{font-size:16px;font-weight:600;fill:" + text + "}\n";
  css += ".pc-text{font-size:12px;fill:" + text + "}\n.pc-muted{font-size:12px;fill:" + muted + "}\n";
  css += ".pc-small{font-size:11px;fill:" + muted + "}\n.pc text.pc-number{font-size:11px}\n";
  css += ".pc text.pc-number:not(.pc-fail){fill:" + text + "}\n";
  css += ".pc-grid{fill:none;stroke:" + border + ";stroke-width:1}\n";
  css += ".pc-axis{fill:none;stroke:" + muted + ";stroke-width:1}\n";
  css += ".pc-spread{fill:none;stroke:" + text + ";stroke-width:1.2}\n";
  css +=
      ".pc-point{stroke-width:0;fill-opacity:.85}\n.pc-outline{stroke-width:1.8}\n.pc-dense{stroke-width:1}\n.pc "
      ".pc-outline,.pc-outline "
      "path{fill:none}\n";
  css +=
      ".pc-line{stroke-width:1.8}\n.pc-line.pc-mean{stroke-width:3}\n.pc .pc-line{fill:none;stroke-linejoin:round}\n";
  css += ".pc-steps{fill-opacity:.16;stroke-width:1.8}\n.pc-steps.pc-before{stroke-dasharray:5 3}\n";
  css += ".pc .pc-segment{fill:none;stroke-width:2}\n.pc .pc-bounds{fill:none}\n";
  css += ".pc .pc-guide{fill:none;stroke-width:1.4}\n.pc-guide.pc-limit{stroke-dasharray:6 4}\n";
  css +=
      ".pc-guide.pc-mean{stroke-dasharray:9 3 2 3}\n.pc-guide.pc-before,.pc-guide.pc-after{stroke-dasharray:9 3 2 3}\n";
  css += ".pc-guide.pc-parity{stroke-width:1}\n.pc-area{fill:" + border + ";fill-opacity:.55;stroke:none}\n";
  css += ".pc rect.pc-place{fill-opacity:0;pointer-events:all}\n";
  return css;
}

}  // namespace plumbline::charts
