/// Characters of a general category, `\p{L}`, or of one of its groups (Unicode 15.0 §4.5).
struct PatternCategory: Hashable, Sendable {
    /// One or two letters, Unicode's abbreviation.
    let name: String
    private let categories: [Unicode.GeneralCategory]

    /// All names.
    static let names = (Array(groups.keys) + Array(byName.keys)).sorted()

    /// Whether a name is known.
    static func isKnown(_ name: String) -> Bool { names.contains(name) }

    /// Makes a category from its name.
    ///
    /// If case is ignored, a category of one letter case includes all cases.
    init?(_ name: String, ignoringCase: Bool) {
        guard Self.isKnown(name) else { return nil }
        self.name = name
        let letters = ["Lu", "Ll", "Lt"]
        let names = ignoringCase && letters.contains(name) ? letters : Self.groups[name] ?? [name]
        categories = names.compactMap { Self.byName[$0] }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool { categories.contains(scalar.properties.generalCategory) }

    private static let groups = [
        "L": ["Lu", "Ll", "Lt", "Lm", "Lo"], "M": ["Mn", "Mc", "Me"], "N": ["Nd", "Nl", "No"],
        "P": ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"], "S": ["Sm", "Sc", "Sk", "So"], "Z": ["Zs", "Zl", "Zp"],
        "C": ["Cc", "Cf", "Cs", "Co", "Cn"],
    ]

    private static let byName: [String: Unicode.GeneralCategory] = [
        "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter, "Lm": .modifierLetter,
        "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark, "Me": .enclosingMark, "Nd": .decimalNumber,
        "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation, "Pd": .dashPunctuation,
        "Ps": .openPunctuation, "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
        "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol, "Sk": .modifierSymbol, "So": .otherSymbol,
        "Zs": .spaceSeparator, "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Cc": .control, "Cf": .format,
        "Cs": .surrogate, "Co": .privateUse, "Cn": .unassigned,
    ]
}
