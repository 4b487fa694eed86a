// Parameters as they stand in documents and on the command line: values by name, absent ones left out.
#pragma once

#include "core/array.h"

#include <map>
#include <string>
#include <variant>

namespace softscope {

using ParamValue = std::variant<double, bool, std::string, Array>;
using Params = std::map<std::string, ParamValue, std::less<>>;

}  // namespace softscope
