/// Paths outside of notebooks, as absolute texts with `/` between their components.
package enum ExternalPath {
    /// The working directory of the process, whatever its length; `nil` if it was removed.
    package static var workingDirectory: String? { SystemCall.workingDirectory() }

    /// Why a path cannot be examined; `nil` if it exists, or certainly does not.
    package static func obstacle(at path: String, name: String) -> SystemError? {
        guard SystemCall.status(path, followsLinks: true) == nil else { return nil }
        let code = SystemCall.code
        return SystemCall.meansNothingThere(code) ? nil : SystemError(.read, name, code: code)
    }

    /// The parent directory of a path; that of `/` is `/`.
    ///
    /// Removes the last component, even if it is `..`.
    package static func parent(of path: String) -> String {
        let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") } ?? path.startIndex
        guard let slash = path.utf8[...end].lastIndex(of: UInt8(ascii: "/")) else { return "/" }
        let before = path.utf8[..<slash].lastIndex { $0 != UInt8(ascii: "/") }
        return before.map { String(path[...$0]) } ?? "/"
    }

    /// The last component of a path; empty for `/`.
    package static func name(of path: String) -> String {
        let bytes = path.utf8
        guard let last = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return "" }
        let slash = bytes[..<last].lastIndex(of: UInt8(ascii: "/"))
        return String(decoding: bytes[(slash.map { bytes.index(after: $0) } ?? bytes.startIndex)...last], as: UTF8.self)
    }

    /// A path below a directory.
    package static func below(_ directory: String, _ name: String) -> String {
        directory == "/" ? "/" + name : directory + "/" + name
    }

    /// The path relative to a directory; `nil` if it is not below it.
    package static func relative(_ path: String, to directory: String) -> String? {
        let prefix = Array((directory == "/" ? "/" : directory + "/").utf8)
        guard path.utf8.starts(with: prefix), path.utf8.count > prefix.count else { return nil }
        return String(decoding: path.utf8.dropFirst(prefix.count), as: UTF8.self)
    }

    /// The path relative to a directory, with leading `..` where needed; `nil` if they share only `/`, and for the
    /// directory itself.
    package static func climbing(to path: String, from directory: String) -> String? {
        let (target, start) = (components(of: path), components(of: directory))
        let common = zip(target, start).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        guard common > 0 || start.isEmpty, target.count > common else { return nil }
        return (start.dropFirst(common).map { _ in ".." } + target.dropFirst(common)).joined(separator: "/")
    }

    /// Whether a path is that of a directory, or below it.
    package static func isInside(_ path: String, _ directory: String) -> Bool {
        path.utf8.elementsEqual(directory.utf8) || relative(path, to: directory) != nil
    }

    /// The path without `.`, `..` and trailing slashes, so that a file has only one name.
    ///
    /// Resolves `..` as the system does: after a link, it leads to the parent of the link's target. Keeps it where
    /// nothing exists.
    package static func plain(_ path: String) -> String {
        var plain = "/"
        for component in components(of: path) where component != "." {
            guard component == ".." else {
                plain = below(plain, component)
                continue
            }
            let directory = FileKind.at(plain) == .symbolicLink ? real(plain) : plain
            plain = FileKind.at(directory) == .directory ? parent(of: directory) : below(plain, "..")
        }
        return plain
    }

    /// The components of a path; a combining character after a slash does not hide it.
    private static func components(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The path with all links followed; unchanged from the first component that does not exist.
    package static func real(_ path: String) -> String {
        if let real = SystemCall.realPath(path) { return real }
        guard path != "/" else { return path }
        return below(real(parent(of: path)), name(of: path))
    }
}

/// What is at a path, in terms of notebooks: the only definition of what a notebook is.
///
/// A directory is a notebook if its name ends in `.notebundle` (Format, clause 1; in any letter case), or if it
/// contains `manifest.json` and `notebook.json`. With only one of these files it may be a damaged notebook or something
/// else; the caller decides.
package enum NotebookLocation: Hashable, Sendable {
    /// A directory that is a notebook, damaged or not.
    case notebook
    /// A directory with only one of the two files that every notebook has.
    case remains
    /// Any other directory.
    case folder
    /// A file, which may be an archive of a notebook.
    case file
    /// A device, socket or FIFO.
    case special
    case nothing
}

extension NotebookLocation {
    /// What is at a path; follows links.
    package init(at path: String) {
        switch FileKind.following(path) {
        case .directory:
            // A link to a notebook leads to it, whatever the link is called.
            let isLink = FileKind.at(path) == .symbolicLink
            let names = [ExternalPath.name(of: path)] + (isLink ? [ExternalPath.name(of: ExternalPath.real(path))] : [])
            self.init(directory: names.first(where: Self.isCalledNotebook) ?? "") {
                FileKind.at(ExternalPath.below(path, $0)) != nil
            }
        case .file: self = .file
        case .special: self = .special
        case .symbolicLink, nil: self = .nothing
        }
    }

    /// What a directory is.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - holds: Whether it contains a file with a name.
    package init<Problem>(directory name: String, holds: (_ file: String) throws(Problem) -> Bool) throws(Problem) {
        guard !Self.isCalledNotebook(name) else {
            self = .notebook
            return
        }
        var count = 0
        for file in Self.files where try holds(file) { count += 1 }
        self = count == Self.files.count ? .notebook : count > 0 ? .remains : .folder
    }

    /// The outermost notebook that is, or contains, a path; `nil` if there is none.
    package static func around(_ path: String) -> String? {
        var (place, found) = (path, String?.none)
        while place != "/" {
            if NotebookLocation(at: place) == .notebook { found = place }
            place = ExternalPath.parent(of: place)
        }
        return found
    }

    /// The ending of the name of a notebook's directory.
    package static let ending = ".notebundle"

    /// The files that every notebook has.
    package static let files = ["manifest.json", "notebook.json"]

    /// Whether a directory is a notebook by its name.
    package static func isCalledNotebook(_ name: some StringProtocol) -> Bool { name.lowercased().hasSuffix(ending) }

    /// Whether a file is an archive of a notebook by its name: `*.notebundle.*`.
    package static func isCalledArchive(_ name: some StringProtocol) -> Bool {
        name.lowercased().contains(ending + ".")
    }

    /// The name of a new notebook: with its ending, in lower case, which is added if it is missing.
    package static func withEnding(_ name: String) -> String { stem(of: name) + ending }

    /// The name of a notebook without its ending, in any letter case.
    package static func stem(of name: String) -> String {
        isCalledNotebook(name) ? String(name.dropLast(ending.count)) : name
    }
}
