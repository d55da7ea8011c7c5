/// Small changes of intervals, so that what was learned together does not come back together forever (FSRS-6).
enum IntervalFuzz {
    private static let parts: [(days: ClosedRange<Double>, factor: Double)] = [
        (2.5...7, 0.15), (7...20, 0.1), (20 ... .infinity, 0.05),
    ]

    /// An interval near another one, in days; intervals below three days stay.
    ///
    /// - Parameter chance: From 0 to below 1: which of the intervals that are near.
    static func interval(near days: Int, chance: Double, maximum: Int) -> Int {
        guard days >= 3 else { return days }
        let delta = parts.reduce(1.0) { sum, part in
            sum + part.factor * max(min(Double(days), part.days.upperBound) - part.days.lowerBound, 0)
        }
        func rounded(_ days: Double) -> Int { Int(days.rounded(.toNearestOrEven)) }
        let most = min(rounded(Double(days) + delta), maximum)
        let least = min(max(2, rounded(Double(days) - delta)), most)
        return min(rounded(chance * Double(most - least + 1) + Double(least)), maximum)
    }

    /// The chance that belongs to a review: the same each time.
    static func chance(of review: UniqueIdentifier) -> Double {
        // The generator SplitMix64's last step spreads bits that are alike.
        var bits = review.high ^ review.low
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
    }
}
