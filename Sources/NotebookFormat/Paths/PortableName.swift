import NotebookText

/// Makes file names from titles and from file names of other systems (Format, Annex C).
package enum PortableName {
    /// The maximum length of a name in bytes, so that an ending and a number still fit.
    package static let maximumBytes = 200

    /// Makes a name that meets clause 5.2 and contains none of `[ ] # ^`, which wiki links cannot contain.
    ///
    /// `nil` if no character of the text can be used.
    package static func made(from text: some StringProtocol, maximumBytes: Int = maximumBytes) -> String? {
        var name = ""
        var lastIsSpace = true
        var hasOwnCharacters = false
        for scalar in text.composed.unicodeScalars {
            let replacement = replacement(for: scalar)
            if replacement == " " {
                if !lastIsSpace { name.unicodeScalars.append(" ") }
                lastIsSpace = true
            } else if let replacement {
                name.unicodeScalars.append(replacement)
                lastIsSpace = false
                if replacement == scalar { hasOwnCharacters = true }
            }
        }
        // A title like “///” leaves nothing but replacements.
        guard hasOwnCharacters else { return nil }
        name = trimmed(String(name.prefix(bytes: maximumBytes)))
        // `~$NAME` is the owner file of an office program.
        if LeftoverName.isOwnerFile(Array(name.utf8)) { name.removeFirst() }
        let bytes = Array(name.utf8)
        if DeviceNames.contains(bytes.span) || JunkNames.contains(bytes.span) { name = marked(name) }
        // Removing characters can let others compose.
        name = name.composed
        return PathRules.check(name.utf8.span) == nil ? name : nil
    }

    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "/", "\\", "|", ":": return "-"
        case "<", ">", "\"", "?", "*", "[", "]", "#", "^": return nil
        case "\t", "\n", "\r": return " "
        default: break
        }
        if PrintableText.isUnsafe(scalar) || scalar.properties.generalCategory == .privateUse { return nil }
        return scalar.properties.isWhitespace ? " " : scalar
    }

    private static func trimmed(_ name: String) -> String {
        var scalars = name.unicodeScalars[...]
        while let first = scalars.first, first == " " || first == "." { scalars.removeFirst() }
        while let last = scalars.last, last == " " || last == "." { scalars.removeLast() }
        return String(Substring(scalars))
    }

    /// Adds `_` to names that are reserved: `CON.txt` becomes `CON_.txt`.
    private static func marked(_ name: String) -> String {
        let stem = name.prefix { $0 != "." }
        return stem + "_" + name.dropFirst(stem.count)
    }

    /// The name, or the name with the first free number ` 2`, ` 3`, … at the end of its stem.
    package static func unique(_ stem: String, ending: String, isTaken: (String) -> Bool) -> String {
        var name = stem + ending
        var number = 2
        while isTaken(name) {
            name = "\(stem) \(number)\(ending)"
            number += 1
        }
        return name
    }
}
