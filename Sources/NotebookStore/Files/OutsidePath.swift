/// Paths outside of notebooks, as the text that they are: absolute, with `/` between their components.
package enum OutsidePath {
    /// The directory in which the process works, however long its path is; `nil` if it was removed.
    package static var workingDirectory: String? { SystemCall.workingDirectory() }

    /// Why nothing can be known of a path; `nil` if there is something, or certainly nothing.
    package static func obstacle(at path: String, name: String) -> SystemError? {
        guard SystemCall.status(path, followsLinks: true) == nil else { return nil }
        let code = SystemCall.code
        return SystemCall.meansNothingThere(code) ? nil : SystemError(.read, name, code: code)
    }

    /// The directory that a path lies in; that of `/` is `/`.
    ///
    /// The last component is taken off, whatever it is: of a path with `..` at its end, too, the result is shorter.
    package static func parent(of path: String) -> String {
        let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") } ?? path.startIndex
        guard let slash = path.utf8[...end].lastIndex(of: UInt8(ascii: "/")) else { return "/" }
        let before = path.utf8[..<slash].lastIndex { $0 != UInt8(ascii: "/") }
        return before.map { String(path[...$0]) } ?? "/"
    }

    /// The last component of a path; empty for `/`.
    package static func name(of path: String) -> String {
        components(of: path).last ?? ""
    }

    /// A path below a directory.
    package static func below(_ directory: String, _ name: String) -> String {
        directory == "/" ? "/" + name : directory + "/" + name
    }

    /// A path from a directory on; `nil` if it does not lie below it.
    package static func relative(_ path: String, to directory: String) -> String? {
        let prefix = Array((directory == "/" ? "/" : directory + "/").utf8)
        guard path.utf8.starts(with: prefix), path.utf8.count > prefix.count else { return nil }
        return String(decoding: path.utf8.dropFirst(prefix.count), as: UTF8.self)
    }

    /// A path from a directory on, out of which `..` may lead; `nil` where both have only `/` in common, and for the directory
    /// itself.
    package static func climbing(to path: String, from directory: String) -> String? {
        let (target, start) = (components(of: path), components(of: directory))
        let common = zip(target, start).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        guard common > 0 || start.isEmpty, target.count > common else { return nil }
        return (start.dropFirst(common).map { _ in ".." } + target.dropFirst(common)).joined(separator: "/")
    }

    /// Whether a path is that of a directory, or of something below it.
    package static func isInside(_ path: String, _ directory: String) -> Bool {
        path.utf8.elementsEqual(directory.utf8) || relative(path, to: directory) != nil
    }

    /// The path without `.`, `..` and slashes at its end, so that a file has one name.
    ///
    /// `..` leads where the system says: behind a link, out of the directory to which that leads. It stays where there is
    /// nothing that it could lead out of.
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

    /// The components of a path; a combining character behind a slash does not hide it.
    private static func components(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The path with all links followed; what is not there, as it is.
    package static func real(_ path: String) -> String {
        if let real = SystemCall.realPath(path) { return real }
        guard path != "/" else { return path }
        return below(real(parent(of: path)), name(of: path))
    }
}
