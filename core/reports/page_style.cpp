// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/page_style.h"

#include <nlohmann/json.hpp>

#include "core/charts/svg.h"
#include "resources/embedded.h"

namespace plumbline::reports::html {
namespace {

using Json = nlohmann::ordered_json;

std::string variable(const std::string& name, const Json& value) {
  return value.is_string() ? "--" + name + ": " + value.get<std::string>() + "; " : std::string();
}

}  // namespace

std::string themeVariables(std::string_view theme) {
  const auto bytes = resources::embeddedBytes("themes/" + std::string(theme) + ".json");
  const Json json = Json::parse(bytes.value_or(""), nullptr, false);
  std::string out;
  if (!json.is_object()) return out;
  // Named first: what items() walks over must outlive the loop's head.
  const Json tones = json.value("tones", Json::object()), classes = json.value("classes", Json::object());
  for (const auto& [name, tone] : tones.items()) out += variable(name, tone);
  for (const auto& [name, colours] : classes.items()) {
    out += variable("v-" + name, colours.value("chip", Json()));
    out += variable("t-" + name, colours.value("tint", Json()));
  }
  std::size_t number = 0;
  for (const Json& series : json.value("series", Json::array())) out += variable("s" + std::to_string(++number), series);
  return out;
}

std::string pageStyle() {
  const std::string charts =
      charts::chartCss("light") + "@media screen and (prefers-color-scheme: dark) {\n" + charts::chartCss("dark") + "}\n";
  return ":root { " + themeVariables("light") + "color-scheme: light dark; }\n@media screen and (prefers-color-scheme: dark) {\n:root { " +
         themeVariables("dark") + "}\n}\n" + std::string(resources::embeddedBytes("report/report.css").value_or("")) + charts;
}

}  // namespace plumbline::reports::html
