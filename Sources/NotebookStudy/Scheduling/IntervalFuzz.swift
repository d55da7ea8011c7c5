import NotebookText

/// Small random changes of intervals, so that cards learned together do not come back together forever (FSRS-6).
enum IntervalFuzz {
    private static let parts: [(days: ClosedRange<Double>, factor: Double)] = [
        (2.5...7, 0.15), (7...20, 0.1), (20 ... .infinity, 0.05),
    ]

    /// Returns an interval near a given one, in days; does not change intervals below three days.
    ///
    /// - Parameter chance: A number from 0 to below 1 that selects one of the near intervals.
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

    /// The random number of a review, which is always the same.
    static func chance(of review: UniqueIdentifier) -> Double {
        // The last step of SplitMix64 spreads similar bits.
        var bits = review.high ^ review.low
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
    }
}
