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
        if name.begins(with: "~$") { name.removeFirst() }
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
        case " "..."~": return scalar
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
        let end = name.utf8.firstIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return name[..<end] + "_" + name[end...]
    }

    /// The name, or the name with the first free number ` 2`, ` 3`, … at the end of its stem.
    package static func unique(_ stem: String, ending: String, isTaken: (String) -> Bool) -> String {
        var number = 1
        return unique(stem, ending: ending, from: &number, isTaken: isTaken)
    }

    /// The first free name from a number on, which becomes that of the name; the first name has no number.
    package static func unique(
        _ stem: String, ending: String, from number: inout Int, isTaken: (String) -> Bool
    ) -> String {
        while true {
            let name = number == 1 ? stem + ending : "\(stem) \(number)\(ending)"
            guard isTaken(name) else { return name }
            number += 1
        }
    }
}

/// Why a text is not a valid path of a bundle (Format, clauses 5.1 and 5.2).
package enum PathProblem: Error, Hashable, Sendable {
    /// The path is empty.
    case empty
    /// The path has more than 1,024 bytes.
    case tooLong
    /// The path has more than 32 components.
    case tooDeep
    /// A component is not portable.
    case component(String, ComponentProblem)
}

/// Why a name cannot be a component of a path (Format, clause 5.2).
package enum ComponentProblem: Hashable, Sendable {
    /// There is nothing before, between or after the slashes.
    case empty
    /// The name has more than 240 bytes.
    case tooLong
    /// The name contains a character that some system does not accept.
    case character(Unicode.Scalar)
    /// The name begins or ends with a space.
    case edgeSpace
    /// The name ends with a full stop.
    case trailingFullStop
    /// The name begins with a full stop, which puts it outside the document.
    case leadingFullStop
    /// The name is that of a Windows device.
    case deviceName
    /// The name is used by operating systems for their own files.
    case systemJunk
    /// The name is not in Normalization Form C.
    case notComposed
    /// The name is not UTF-8.
    case notText
}

extension PathProblem: CustomStringConvertible {
    /// The problem, as a sentence without a full stop.
    package var description: String { "the path \(phrase)" }

    /// The problem, as a phrase after “the path”.
    package var phrase: String {
        switch self {
        case .empty: "is empty"
        case .tooLong: "has more than 1,024 bytes"
        case .tooDeep: "has more than 32 components"
        case .component(let name, let problem):
            name.isEmpty ? "\(problem)" : "has the component \(PrintableText.quoted(name)), which \(problem)"
        }
    }
}

extension ComponentProblem: CustomStringConvertible {
    /// The problem, as a phrase after “the name”.
    package var description: String {
        switch self {
        case .empty: "has an empty component"
        case .tooLong: "has more than 240 bytes"
        case .character(let scalar): "contains \(PrintableText.name(of: scalar))"
        case .edgeSpace: "begins or ends with a space"
        case .trailingFullStop: "ends with a full stop"
        case .leadingFullStop: "begins with a full stop"
        case .deviceName: "is the name of a Windows device"
        case .systemJunk: "is a name that operating systems use for their own files"
        case .notComposed: "is not in Unicode Normalization Form C"
        case .notText: "is not UTF-8"
        }
    }
}
