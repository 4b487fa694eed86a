// Closed forms of plain softmax that the generic checks do not know.

#include "variants/row_map.h"

#include <catch2/catch.hpp>

using namespace softscope;

TEST_CASE("softmax: temperature 0 is uniform over the maxima", "[variant][softmax]")
{
    const auto* entry = findRowMap("softmax");
    REQUIRE(entry);
    const auto map = entry->make({{"temperature", 0.0}});
    REQUIRE(map);
    const std::vector<double> z{2.0, 5.0, 5.0, -1.0};
    std::vector<double> w(4);
    RowState state;
    (*map)->fitWeigh(std::span<const double>(z), RowContext{}, state, std::span<double>(w));
    CHECK(w == std::vector<double>{0.0, 0.5, 0.5, 0.0});
}

TEST_CASE("softmax: parameters out of range or of the wrong type are refused in words", "[variant][softmax]")
{
    const auto* entry = findRowMap("softmax");
    REQUIRE(entry);
    CHECK(entry->params.front().initial == 1.0);
    CHECK_FALSE(entry->make({{"temperature", -1.0}}));
    CHECK_FALSE(entry->make({{"temperature", std::string("hot")}}));
    const auto unknown = entry->make({{"temprature", 1.0}});
    REQUIRE_FALSE(unknown);
    CHECK_THAT(unknown.error().text(), Catch::Contains("temprature") && Catch::Contains("temperature"));
}
