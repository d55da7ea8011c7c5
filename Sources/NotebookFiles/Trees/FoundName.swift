import NotebookFormat
import NotebookText

/// What a name on a disk or in an archive means for a notebook.
enum FoundName {
    /// Outside the document, at some level of the path.
    case outside
    /// What a system or program left behind, up to the component that identifies it.
    case systemFile(String)
    /// A portable path in composed form, and its stored form if that is in another normalisation.
    case path(BundlePath, stored: String?)
    /// A path that is not portable, up to the component where the problem begins.
    case unportable(String, PathProblem)

    /// Whether it is not part of a document, wherever it is (Format, sections 10 and 14).
    var isOutsideDocument: Bool {
        switch self {
        case .outside, .systemFile: true
        case .path, .unportable: false
        }
    }

    /// Classifies a path as it was found.
    ///
    /// - Parameter isFile: Whether it is a regular file.
    init(_ bytes: [UInt8], isFile: Bool) {
        let name = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
        if isFile, let name, LeftoverName.matches(Self.composed(name)) {
            self = Self.leftover(bytes, name: name)
            return
        }
        self.init(plain: bytes)
    }

    private static func composed(_ name: ArraySlice<UInt8>) -> [UInt8] {
        if name.allSatisfy({ $0 < 0x80 }) { return Array(name) }
        return String(validating: name, as: UTF8.self).map { Array($0.composed.utf8) } ?? Array(name)
    }

    /// Classifies a file with the name of something left behind.
    private static func leftover(_ bytes: [UInt8], name: ArraySlice<UInt8>) -> FoundName {
        // What is said of its directory comes first.
        let parent = bytes.count == name.count ? nil : FoundName(plain: Array(bytes[..<(name.startIndex - 1)]))
        let isInside = if case .path? = parent { true } else { parent == nil }
        guard isInside, let text = String(validating: bytes, as: UTF8.self), Leftover.matches(text) else {
            return FoundName(plain: bytes)
        }
        return .systemFile(text)
    }

    private init(plain bytes: [UInt8]) {
        // A valid ASCII path needs no more checks, which saves two thirds of the time for a directory.
        if bytes.span.isASCII, let path = try? BundlePath(String(decoding: bytes, as: UTF8.self)) {
            self = .path(path, stored: nil)
            return
        }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // A path that could lead elsewhere is invalid as a whole, whatever its components are.
        if let part = parts.first(where: Self.isElsewhere) {
            let problem = PathProblem.component(
                String(decoding: part, as: UTF8.self), part.isEmpty ? .empty : .leadingFullStop)
            self = .unportable(String(decoding: bytes, as: UTF8.self), problem)
            return
        }
        guard let index = parts.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) else {
            self.init(String(decoding: bytes, as: UTF8.self))
            return
        }
        // The part before it can be wrong itself.
        let before = Self(String(decoding: Array(parts[..<index].joined(separator: "/".utf8)), as: UTF8.self))
        if index > 0 {
            guard case .path = before else {
                self = before
                return
            }
        }
        let name = String(decoding: parts[index], as: UTF8.self)
        let path = String(decoding: Array(parts[...index].joined(separator: "/".utf8)), as: UTF8.self)
        // What is hidden is outside the document, whatever its name is.
        if parts[index].first == UInt8(ascii: ".") {
            self = ExternalNames.isSystemFile(name) ? .systemFile(path) : .outside
        } else {
            self = .unportable(path, .component(name, .notText))
        }
    }

    /// Whether a path is absolute or could lead elsewhere.
    static func leadsElsewhere(_ path: [UInt8]) -> Bool {
        path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).contains(where: isElsewhere)
    }

    private static func isElsewhere(_ part: ArraySlice<UInt8>) -> Bool {
        part.isEmpty || part.elementsEqual(".".utf8)
            || part.split(separator: UInt8(ascii: "\\")).contains { $0.elementsEqual("..".utf8) }
    }

    private init(_ text: String) {
        let composed = text.composed
        do throws(PathProblem) {
            self = .path(try BundlePath(checking: composed), stored: composed.isIdentical(to: text) ? nil : text)
        } catch {
            self = Self.shortest(of: text) ?? .unportable(text, error)
        }
    }

    /// What is outside the document at some level of a path, whatever is above it; `nil` if nothing is.
    static func outside(_ path: String) -> FoundName? {
        let components = path.parts(between: "/", omittingEmpty: false)
        guard let index = components.firstIndex(where: ExternalNames.contains) else { return nil }
        let isSystemFile = ExternalNames.isSystemFile(components[index])
        return isSystemFile ? .systemFile(components[...index].joined(separator: "/")) : .outside
    }

    /// The shortest beginning of a path that is itself outside the document or invalid: in a directory, it is found there.
    private static func shortest(of path: String) -> FoundName? {
        let components = path.parts(between: "/", omittingEmpty: false)
        for last in components.indices {
            let beginning = components[...last].joined(separator: "/")
            if let outside = outside(beginning) { return outside }
            do throws(PathProblem) {
                _ = try BundlePath(checking: beginning.composed)
            } catch {
                return .unportable(beginning, error)
            }
        }
        return nil
    }
}
