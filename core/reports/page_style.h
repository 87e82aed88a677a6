// SPDX-License-Identifier: GPL-3.0-or-later
// The style of a report: resources/report/report.css with the colours of resources/themes as CSS variables, light by
// default and on paper, dark where the reader's screen asks for it. Private to core/reports.
#pragma once

#include <string>
#include <string_view>

namespace plumbline::reports::html {

/// themeVariables gives "--window: ...; --v-fail: ...;" of "light" or "dark".
std::string themeVariables(std::string_view theme);
/// pageStyle is everything between <style> and </style>, the charts' classes with it.
std::string pageStyle();

}  // namespace plumbline::reports::html
