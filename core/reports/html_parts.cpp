// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/html_parts.h"

#include <nlohmann/json.hpp>

#include "core/charts/svg.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/sha256.h"
#include "resources/embedded.h"

namespace plumbline::reports::html {
namespace {

using Json = nlohmann::ordered_json;

std::string variable(const std::string& name, const Json& value) {
  return value.is_string() ? "--" + name + ": " + value.get<std::string>() + "; " : std::string();
}

/// themeVariables returns "--window: ...; --v-fail: ...;" for "light" or "dark".
std::string themeVariables(std::string_view theme) {
  const auto bytes = resources::embeddedBytes("themes/" + std::string(theme) + ".json");
  const Json json = text::parseOrderedJson(bytes.value_or(""));
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

/// pageStyle returns resources/report/report.css, the colours of both themes as variables, and the style of charts. Light
/// is the default and for paper; dark where the reader prefers it.
std::string pageStyle() {
  const std::string charts =
      charts::chartCss("light") + "@media screen and (prefers-color-scheme: dark) {\n" + charts::chartCss("dark") + "}\n";
  return ":root { " + themeVariables("light") + "color-scheme: light dark; }\n@media screen and (prefers-color-scheme: dark) {\n:root { " +
         themeVariables("dark") + "}\n}\n" + std::string(resources::embeddedBytes("report/report.css").value_or("")) + charts;
}

constexpr std::size_t kNameCharacters = 80;
constexpr std::size_t kTooltipCharacters = 1000;
constexpr std::size_t kSentenceCharacters = 600;

std::string escaped(std::string_view shown) {
  std::string out;
  out.reserve(shown.size() + shown.size() / 8);
  for (const char c : shown) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

/// breakable lets a browser break a long name where its parts end.
std::string breakable(const std::string& escapedText) {
  std::string out;
  for (std::size_t i = 0; i < escapedText.size(); ++i) {
    out += escapedText[i];
    const bool isJoint = escapedText[i] == '_' || escapedText[i] == '/';
    if (isJoint && i > 0 && i + 1 < escapedText.size()) out += "<wbr>";
  }
  return out;
}

std::string element(std::string_view tag, std::string_view cssClass, std::string_view innerHtml) {
  std::string out = "<";
  out += tag;
  if (!cssClass.empty()) out.append(" class=\"").append(cssClass) += '"';
  return out.append(">").append(innerHtml).append("</").append(tag).append(">");
}

std::string scriptText() { return std::string(resources::embeddedBytes("report/sort.js").value_or("")); }

}  // namespace

std::string text(std::string_view raw) { return escaped(printableText(raw)); }

std::string name(std::string_view raw) {
  const std::string shown = printableText(raw);
  const std::string cut = elidedText(shown, kNameCharacters);
  if (cut.size() == shown.size()) return breakable(escaped(shown));
  return "<span title=\"" + escaped(elidedText(shown, kTooltipCharacters)) + "\">" + breakable(escaped(cut)) + "</span>";
}

std::string sentence(std::string_view raw) { return escaped(elidedText(printableText(raw), kSentenceCharacters)); }

std::string pageOpen(const Page& page) {
  const std::string script = scriptText();
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src 'sha256-" + text::sha256Base64(script) + "'; base-uri 'none'; form-action 'none'\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"Plumbline\">\n";
  out += "<title>" + text(page.title) + "</title>\n<style>\n" + pageStyle() + "</style>\n</head>\n<body>\n";
  out += "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n";
  if (!page.headerHtml.empty()) out += "<header>\n" + page.headerHtml + "</header>\n";
  out += "<main id=\"main\">\n";
  return out;
}

std::string pageClose(const Page& page) {
  std::string out = "</main>\n";
  if (!page.footerHtml.empty()) out += "<footer>\n" + page.footerHtml + "</footer>\n";
  out += "<script>" + scriptText() + "</script>\n</body>\n</html>\n";
  return out;
}

std::string page(const Page& page) { return pageOpen(page) + page.bodyHtml + pageClose(page); }

std::string tableOpen(std::string_view captionHtml, const std::vector<Head>& heads) {
  std::string out = "<div class=\"scroll\"><table class=\"sortable\"><caption>";
  out.append(captionHtml).append("</caption><thead><tr>");
  for (const Head& head : heads)
    out += std::string("<th scope=\"col\"") + (head.isNumber ? " class=\"n\">" : ">") + text(head.text) + "</th>";
  return out + "</tr></thead><tbody>\n";
}

std::string rowOpen(verdicts::VerdictClass cls) {
  return "<tr class=\"t-" + std::string(verdicts::className(cls)) + "\">";
}

std::string cell(std::string_view innerHtml, std::string_view cssClass) { return element("td", cssClass, innerHtml); }

std::string rowHead(std::string_view innerHtml, std::string_view cssClass) {
  const std::string words = cssClass.empty() ? "" : " class=\"" + std::string(cssClass) + '"';
  return "<th scope=\"row\"" + words + ">" + std::string(innerHtml) + "</th>";
}

std::string number(std::string_view innerHtml, std::string_view sortValue) {
  if (sortValue.empty()) return element("td", "n", innerHtml);
  return "<td class=\"n\" data-v=\"" + text(sortValue) + "\">" + std::string(innerHtml) + "</td>";
}

std::string badge(verdicts::VerdictClass cls, std::string_view word) {
  const std::string_view shown = word.empty() ? verdicts::classWord(cls) : word;
  return "<span class=\"v v-" + std::string(verdicts::className(cls)) + "\"><span class=\"g\" aria-hidden=\"true\">" +
         std::string(verdicts::classGlyph(cls)) + "</span>" + text(shown) + "</span>";
}

std::string chip(verdicts::VerdictClass cls, std::size_t count) {
  const std::string words = "chip v-" + std::string(verdicts::className(cls)) + (count == 0 ? " none" : "");
  return "<li class=\"" + words + "\"><span class=\"g\" aria-hidden=\"true\">" + std::string(verdicts::classGlyph(cls)) +
         "</span><b>" + std::to_string(count) + "</b> " + text(verdicts::classWord(cls)) + "</li>";
}

std::string figure(const charts::ChartData& chart, int width, int height) {
  if (chart.isEmpty()) return "";
  return "<figure>" + charts::svgElement(chart, {.width = width, .height = height}) + "</figure>\n";
}

std::string detailsOpen(std::string_view summaryHtml, bool isOpen) {
  std::string out = isOpen ? "<details open><summary>" : "<details><summary>";
  return out.append(summaryHtml).append("</summary>\n");
}

std::string details(std::string_view summaryHtml, std::string_view innerHtml, bool isOpen) {
  return detailsOpen(summaryHtml, isOpen).append(innerHtml).append(kDetailsClose);
}

}  // namespace plumbline::reports::html
