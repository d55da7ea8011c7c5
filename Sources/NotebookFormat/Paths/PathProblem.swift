import NotebookText

/// Why a text is not a valid path of a bundle (Format, clauses 5.1 and 5.2).
public enum PathProblem: Error, Hashable, Sendable {
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
public enum ComponentProblem: Hashable, Sendable {
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
    public var description: String { "the path \(phrase)" }

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
    public var description: String {
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
