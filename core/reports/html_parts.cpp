// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/html_parts.h"

#include "core/reports/page_style.h"
#include "core/reports/sha256.h"
#include "core/reports/shown_text.h"
#include "resources/embedded.h"

namespace plumbline::reports::html {
namespace {

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

std::string text(std::string_view raw) { return escaped(shownText(raw)); }

std::string name(std::string_view raw) {
  const std::string shown = shownText(raw);
  const std::string cut = elidedText(shown, kNameCharacters);
  if (cut.size() == shown.size()) return breakable(escaped(shown));
  return "<span title=\"" + escaped(elidedText(shown, kTooltipCharacters)) + "\">" + breakable(escaped(cut)) + "</span>";
}

std::string sentence(std::string_view raw) { return escaped(elidedText(shownText(raw), kSentenceCharacters)); }

std::string page(const Page& page) {
  const std::string script = scriptText();
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src 'sha256-" + sha256Base64(script) + "'; base-uri 'none'; form-action 'none'\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"Plumbline\">\n";
  out += "<title>" + text(page.title) + "</title>\n<style>\n" + pageStyle() + "</style>\n</head>\n<body>\n";
  out += "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n";
  if (!page.headerHtml.empty()) out += "<header>\n" + page.headerHtml + "</header>\n";
  out += "<main id=\"main\">\n" + page.bodyHtml + "</main>\n";
  if (!page.footerHtml.empty()) out += "<footer>\n" + page.footerHtml + "</footer>\n";
  out += "<script>" + script + "</script>\n</body>\n</html>\n";
  return out;
}

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

std::string details(std::string_view summaryHtml, std::string_view innerHtml, bool isOpen) {
  std::string out = isOpen ? "<details open><summary>" : "<details><summary>";
  return out.append(summaryHtml).append("</summary>\n").append(innerHtml).append("</details>\n");
}

}  // namespace plumbline::reports::html
