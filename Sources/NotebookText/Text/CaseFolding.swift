/// Full case folding by the table of the format (Format, clause 5.6).
package enum CaseFolding {
    /// Replaces every code point by its folding.
    package static func folded(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let sequence = CaseFoldingTable.sequences[scalar.value] {
                output.append(contentsOf: sequence.compactMap(Unicode.Scalar.init))
            } else {
                output.append(folded(scalar))
            }
        }
        return String(output)
    }

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = scalar.value
        if value < 0x80 { return (0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value) | 0x20) : scalar }
        let runs = CaseFoldingTable.runs
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].last < value { low = middle + 1 } else { high = middle }
        }
        guard low < runs.count, runs[low].first <= value, (value - runs[low].first) % runs[low].step == 0 else {
            return scalar
        }
        return Unicode.Scalar(UInt32(Int64(value) + Int64(runs[low].delta))) ?? scalar
    }
}
