#include "analyzer/compare/truth.hpp"

namespace mansard::analyzer {

Truth truth_of(bool numerator_at_least, bool denominator_at_least) {
    if (numerator_at_least && denominator_at_least) return Truth::anywhere;
    if (numerator_at_least) return Truth::here_or_more;
    return denominator_at_least ? Truth::here_or_less : Truth::here;
}

bool compares(double a, Operator compare, double b) {
    switch (compare) {
        case Operator::less:
            return a < b;
        case Operator::at_most:
            return a <= b;
        case Operator::more:
            return a > b;
        case Operator::at_least:
            return a >= b;
        case Operator::equal:
            return a == b;
        case Operator::not_equal:
            return a != b;
    }
    return false;
}

bool is_decided(double value, Operator compare, double wanted, Truth truth) {
    if (truth == Truth::here) return true;
    if (truth == Truth::anywhere) return false;
    const bool more = truth == Truth::here_or_more;
    if (compare == Operator::equal || compare == Operator::not_equal)
        return more ? value > wanted : value < wanted;
    const bool wants_more = compare == Operator::more || compare == Operator::at_least;
    // More keeps "at least" and breaks "at most" for good; less does the opposite.
    return compares(value, compare, wanted) == (wants_more == more);
}

std::string_view words_of(Truth truth) {
    switch (truth) {
        case Truth::here:
            break;
        case Truth::here_or_more:
            return "a lower bound: something of it was not counted";
        case Truth::here_or_less:
            return "an upper bound: something that it is divided by was not counted";
        case Truth::anywhere:
            return "of counts that lack something: it may be more or less";
    }
    return "";
}

}  // namespace mansard::analyzer
