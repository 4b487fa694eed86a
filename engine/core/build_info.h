// What this build of the engine is: shown by --version and in the status bar.
#pragma once

#include <string_view>

namespace softscope {

std::string_view version();          // "0.1.0"
std::string_view cpuLevel();         // "x86-64-v4": the copy of the engine that the loader picked
std::string_view engineLibraries();  // "Eigen 3.4.0, oneTBB 2021.8"

}  // namespace softscope
