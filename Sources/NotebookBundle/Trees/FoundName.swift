import NotebookFormat

/// What a name on a disk or in an archive is to a notebook.
enum FoundName {
    /// Outside the document, at some level of the path.
    case outside
    /// What an operating system keeps for itself, up to the component that says so.
    case systemFile(String)
    /// A portable path, after composing it, and how it is stored where that is in another normalisation.
    case path(BundlePath, stored: String?)
    /// A path that is not portable, up to the component with which the problem begins.
    case unportable(String, PathProblem)

    /// Judges a path as it was found.
    init(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let component = bytes.split(separator: UInt8(ascii: "/")).first {
                String(validating: $0, as: UTF8.self) == nil
            }
            let name = String(decoding: component ?? bytes[...], as: UTF8.self)
            self = .unportable(String(decoding: bytes, as: UTF8.self), .component(name, .notText))
            return
        }
        let components = text.split(separator: "/", omittingEmptySubsequences: false)
        // A path that could lead somewhere else is no path, whatever its parts are called.
        let isPlain = !components.contains { $0.isEmpty || $0 == "." || $0.split(separator: "\\").contains("..") }
        if isPlain, let index = components.firstIndex(where: OutsideNames.contains) {
            let isSystemFile = OutsideNames.isSystemFile(components[index])
            self = isSystemFile ? .systemFile(components[...index].joined(separator: "/")) : .outside
            return
        }
        let composed = text.composed
        do throws(PathProblem) {
            self = .path(try BundlePath(composed), stored: composed.isIdentical(to: text) ? nil : text)
        } catch {
            self = .unportable(isPlain ? Self.beginning(of: components) : text, error)
        }
    }

    /// The shortest beginning of a path that is none itself: in a directory, it is found there.
    private static func beginning(of components: [Substring]) -> String {
        let beginnings = components.indices.lazy.map { components[...$0].joined(separator: "/") }
        return beginnings.first { (try? BundlePath($0.composed)) == nil } ?? components.joined(separator: "/")
    }
}
