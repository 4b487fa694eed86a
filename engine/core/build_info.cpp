#include "core/build_info.h"

#include <Eigen/Core>
#include <oneapi/tbb/version.h>

#define SOFTSCOPE_TEXT_(x) #x
#define SOFTSCOPE_TEXT(x) SOFTSCOPE_TEXT_(x)

namespace softscope {

std::string_view version()
{
    return SOFTSCOPE_VERSION;
}

std::string_view cpuLevel()
{
    return SOFTSCOPE_CPU_LEVEL;
}

std::string_view engineLibraries()
{
    return "Eigen " SOFTSCOPE_TEXT(EIGEN_WORLD_VERSION) "." SOFTSCOPE_TEXT(EIGEN_MAJOR_VERSION) "." SOFTSCOPE_TEXT(
        EIGEN_MINOR_VERSION) ", oneTBB " SOFTSCOPE_TEXT(TBB_VERSION_MAJOR) "." SOFTSCOPE_TEXT(TBB_VERSION_MINOR);
}

}  // namespace softscope
