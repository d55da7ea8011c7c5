/// The 21 parameters of FSRS-6, `w[0]` to `w[20]`.
public struct FSRSParameters: Hashable, Sendable {
    /// The parameters, in their order.
    public let values: [Double]

    /// The published default parameters (fsrs 6.3 on PyPI, `DEFAULT_PARAMETERS`).
    public static let published = FSRSParameters(checked: [
        0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
        1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
    ])

    /// The minimum and maximum of each parameter.
    public static let bounds: [ClosedRange<Double>] =
        Array(repeating: 0.001...100, count: 4) + [
            1...10, 0.001...4, 0.001...4, 0.001...0.75, 0...4.5, 0...0.8, 0.001...3.5, 0.001...5, 0.001...0.25,
            0.001...0.9, 0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
        ]

    private init(checked values: [Double]) { self.values = values }

    /// Makes parameters from 21 numbers; `nil` if one is out of bounds, or there are more or fewer.
    public init?(_ values: [Double]) {
        guard values.count == Self.bounds.count, zip(values, Self.bounds).allSatisfy({ $1.contains($0) }) else {
            return nil
        }
        self.init(checked: values)
    }

    subscript(_ number: Int) -> Double { values[number] }
}
