// On Linux, links only the essentials of Foundation: its data for normalisation and languages takes 40 MB.
// The standard library can normalise, too, but its functions are not public.
#if canImport(FoundationEssentials)
    @_spi(_Unicode) import Swift
#else
    import Foundation
#endif

extension StringProtocol {
    /// The text in Normalization Form C (Unicode Standard Annex 15) of the format's Unicode version.
    package var composed: String {
        let text = String(self)
        // Most names need no more than a look.
        let isComposed = text.utf8.span.isASCII || text.unicodeScalars.allSatisfy(\.isComposedAnywhere)
        return isComposed ? text : text.pinned { $0.withOrderedMarks.systemComposed }
    }

    /// The text in Normalization Form D of the format's Unicode version.
    package var decomposed: String { pinned { $0.withOrderedMarks.systemDecomposed } }

    /// Normalises a text part by part: characters of later Unicode versions are left alone (Format, 5.4).
    private func pinned(_ normalise: (String) -> String) -> String {
        let text = String(self)
        if text.utf8.span.isASCII { return text }
        if unicodeScalars.contains(where: { $0.marks != nil }) {
            var expanded = String.UnicodeScalarView()
            for scalar in unicodeScalars { expanded.append(contentsOf: scalar.marks ?? [scalar]) }
            return String(expanded).pinned(normalise)
        }
        guard unicodeScalars.contains(where: \.isLater) else { return normalise(String(self)) }
        var output = String.UnicodeScalarView()
        var part = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard scalar.isLater else {
                part.append(scalar)
                continue
            }
            output.append(contentsOf: normalise(String(part)).unicodeScalars)
            output.append(scalar)
            part = String.UnicodeScalarView()
        }
        output.append(contentsOf: normalise(String(part)).unicodeScalars)
        return String(output)
    }
}

extension Unicode.Scalar {
    /// The marks of which this mark consists; `nil` for all others.
    ///
    /// The standard library takes these four for letters, and leaves marks before and after them in a wrong order. No text
    /// in a normal form contains them.
    fileprivate var marks: [Unicode.Scalar]? {
        switch self {
        case "\u{344}": ["\u{308}", "\u{301}"]
        case "\u{F73}": ["\u{F71}", "\u{F72}"]
        case "\u{F75}": ["\u{F71}", "\u{F74}"]
        case "\u{F81}": ["\u{F71}", "\u{F80}"]
        default: nil
        }
    }

    /// Whether the character stays as it is in Normalization Form C, whatever is around it: it is assigned, is no mark and
    /// does not combine with what is before it.
    fileprivate var isComposedAnywhere: Bool {
        switch value {
        // Latin; Cyrillic; kana; Han; Hangul syllables.
        case ..<0x300, 0x400...0x482, 0x48A...0x52F, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF,
            0xAC00...0xD7A3:
            true
        default: false
        }
    }

    /// The place of a mark among others that follow a letter, its canonical combining class; 0 for all other characters.
    fileprivate var markOrder: UInt8 { value < 0x300 ? 0 : properties.canonicalCombiningClass.rawValue }

    /// Whether the code point was not assigned in Unicode 15.0.
    fileprivate var isLater: Bool {
        guard value > 0x36F, let age = properties.age else { return value > 0x36F }
        return (age.major, age.minor) > (15, 0)
    }
}

extension String {
    /// The text with long runs of marks in the order that all normal forms give them (Unicode Standard, D109).
    ///
    /// The standard library takes time with the square of their number to order the marks of a character.
    fileprivate var withOrderedMarks: String {
        var (marks, longest) = (0, 0)
        for scalar in unicodeScalars {
            marks = scalar.markOrder == 0 ? 0 : marks + 1
            longest = max(longest, marks)
        }
        guard longest > 100 else { return self }
        var output = String.UnicodeScalarView()
        var run: [(order: UInt8, number: Int, scalar: Unicode.Scalar)] = []
        func add(_ run: [(order: UInt8, number: Int, scalar: Unicode.Scalar)]) {
            output.append(contentsOf: run.sorted { ($0.order, $0.number) < ($1.order, $1.number) }.map(\.scalar))
        }
        for scalar in unicodeScalars {
            let order = scalar.markOrder
            if order == 0 {
                add(run)
                run = []
                output.append(scalar)
            } else {
                run.append((order, run.count, scalar))
            }
        }
        add(run)
        return String(output)
    }

    fileprivate var systemComposed: String {
        #if canImport(FoundationEssentials)
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: _nfc)
            return String(scalars)
        #else
            return precomposedStringWithCanonicalMapping
        #endif
    }

    fileprivate var systemDecomposed: String {
        #if canImport(FoundationEssentials)
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: _nfd)
            return String(scalars)
        #else
            return decomposedStringWithCanonicalMapping
        #endif
    }
}
