// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_words.h"

namespace plumbline::charts {

std::string_view roleWord(Role role) {
  switch (role) {
    case Role::Before:
      return "before";
    case Role::After:
      return "after";
    case Role::Third:
      return "third";
    case Role::Fourth:
      return "fourth";
    case Role::Fifth:
      return "fifth";
    case Role::Sixth:
      return "sixth";
    case Role::ByClass:
      return "by-class";
    case Role::Parity:
      return "parity";
    case Role::Band:
      return "band";
    case Role::Limit:
      return "limit";
    case Role::Mean:
      return "mean";
  }
  return "";
}

std::string_view shapeWord(Shape shape) {
  switch (shape) {
    case Shape::Bars:
      return "bars";
    case Shape::Line:
      return "line";
    case Shape::Points:
      return "points";
    case Shape::Steps:
      return "steps";
    case Shape::Segments:
      return "segments";
  }
  return "";
}

std::string_view formWord(Guide::Form form) {
  switch (form) {
    case Guide::Form::Horizontal:
      return "horizontal";
    case Guide::Form::Vertical:
      return "vertical";
    case Guide::Form::Diagonal:
      return "diagonal";
    case Guide::Form::DiagonalBand:
      return "band";
  }
  return "";
}

}  // namespace plumbline::charts
