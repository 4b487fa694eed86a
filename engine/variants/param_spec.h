// What a parameter is, for whoever shows, stores or documents it. Plain data: widgets need no more than this.
#pragma once

#include <string_view>

namespace softscope {

enum class Axis { linear, log };

enum class ParamKind {
    real,
    integer,
    boolean,
    choice,   // one of the words in `choices`
    list,     // numbers, one a key or a coefficient; a single number is a list of one
};

struct ParamSpec {
    std::string_view name = {};     // as in files and on the command line: "temperature"
    std::string_view symbol = {};   // as in the formula: "T"
    std::string_view meaning = {};  // one sentence, with unit
    ParamKind kind = ParamKind::real;
    double min = 0.0, max = 1.0;  // both ends allowed
    double sliderMin = 0.0, sliderMax = 0.0;  // part of the range a slider covers; equal: all of it
    Axis axis = Axis::linear;
    std::string_view absent = {};   // the rule when the parameter is left out, in words ("log of the visible keys");
                               // empty: the default applies
    std::string_view choices = {};  // for choice: "row|column"
    std::string_view source = {};   // paper and equation; empty: the variant's own paper
    double initial = 0.0;      // filled from the field initialiser, so that a default is written once
};

}  // namespace softscope
