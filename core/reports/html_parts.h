// SPDX-License-Identifier: GPL-3.0-or-later
// What HTML reports are put together from: text made safe, the frame of a page with its style and its small script,
// tables. Private to core/reports. Parameters named ...Html are safe markup; all others are text.
//
//   out += html::tableOpen("Causes", {{"Cause"}, {"Rows", true}});
//   out += "<tr>" + html::cell(html::text(title)) + html::number(std::to_string(rows)) + "</tr>" + html::kTableClose;
//   return html::page({.title = "Plumbline report", .bodyHtml = out});
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/charts/chart_data.h"

namespace plumbline::reports::html {

/// text makes anything from a file fit to stand between tags and in quoted attributes: what is not printable, turns the
/// direction of writing, or is no UTF-8 becomes an escape (printableText), then & < > " ' become entities.
std::string text(std::string_view raw);
/// name is text for a name, elided in the middle where it is longer than a line; then the whole of it is the tooltip. It may
/// break after _ and /.
std::string name(std::string_view raw);

/// sentence is text for a sentence that may hold a name of any length.
std::string sentence(std::string_view raw);

struct Page {
  std::string title;
  std::string bodyHtml;   ///< what stands in <main>
  std::string headerHtml = {};
  std::string footerHtml = {};
};
/// pageOpen is the file up to its body, of which `page` may be without, pageClose what comes behind it: a long body is
/// written between them.
std::string pageOpen(const Page& page);
std::string pageClose(const Page& page);
/// page is the whole file: language, policy (nothing from outside, no script but its own), style for light, dark and
/// print with the charts' style, then header, main, footer.
std::string page(const Page& page);

struct Head {
  std::string text;
  bool isNumber = false;
};
/// tableOpen writes everything up to <tbody>; the script makes its columns sortable. `captionHtml` is for screen readers.
std::string tableOpen(std::string_view captionHtml, const std::vector<Head>& heads);
inline constexpr std::string_view kTableClose = "</tbody></table></div>\n";
/// rowOpen gives the row the tint of a class.
std::string rowOpen(verdicts::VerdictClass cls);
std::string cell(std::string_view innerHtml, std::string_view cssClass = {});
/// rowHead is the cell that names its row; with the class "w" it takes the width it needs, where there is any.
std::string rowHead(std::string_view innerHtml, std::string_view cssClass = {});
/// number is a right-aligned cell; `sortValue` where the text is no plain number.
std::string number(std::string_view innerHtml, std::string_view sortValue = {});
/// badge is glyph and word of a class in its colour; `word` replaces the class's own word.
std::string badge(verdicts::VerdictClass cls, std::string_view word = {});
/// chip is a badge with a count; without colour when the count is 0.
std::string chip(verdicts::VerdictClass cls, std::size_t count);
/// figure draws a chart, which names itself what it leaves out; "" for one without data.
std::string figure(const charts::ChartData& chart, int width, int height);
/// detailsOpen writes everything up to the folded markup, kDetailsClose ends it.
std::string detailsOpen(std::string_view summaryHtml, bool isOpen);
inline constexpr std::string_view kDetailsClose = "</details>\n";
/// details folds markup away under a line of text.
std::string details(std::string_view summaryHtml, std::string_view innerHtml, bool isOpen = false);

}  // namespace plumbline::reports::html
