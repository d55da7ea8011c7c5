package import NotebookFormat
import NotebookText

/// A path below a directory as the file system stores it: any bytes, which need not be UTF-8 or a valid path of the
/// format.
package struct DiskPath: Hashable, Sendable, Comparable {
    /// The components, joined by `/`; empty for the directory itself.
    package let bytes: [UInt8]

    /// The directory itself.
    package static let root = DiskPath(bytes: [])

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Hashes the bytes at once: an array goes byte by byte.
    package func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(_ path: BundlePath) { self.init(path.text) }

    /// The file that stands for one that is in iCloud and not on this computer.
    package init(evicted path: BundlePath) {
        let place = DiskPath(path)
        self = place.parent.appending(Array(".".utf8) + place.name + Array(".icloud".utf8))
    }

    /// The file that it stands for, if that is in iCloud; `nil` for any other file.
    package var evicted: DiskPath? {
        let (name, ending) = (name, ".icloud".utf8)
        guard name.first == UInt8(ascii: "."), name.count > ending.count + 1,
            name.suffix(ending.count).elementsEqual(ending)
        else { return nil }
        return parent.appending(Array(name.dropFirst().dropLast(ending.count)))
    }

    package func appending(_ name: [UInt8]) -> DiskPath {
        bytes.isEmpty ? DiskPath(bytes: name) : DiskPath(bytes: bytes + [UInt8(ascii: "/")] + name)
    }

    package func appending(_ name: String) -> DiskPath { appending(Array(name.utf8)) }

    /// The last component.
    package var name: ArraySlice<UInt8> {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
        return bytes[(slash + 1)...]
    }

    /// The parent directory; the root is its own parent.
    package var parent: DiskPath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return .root }
        return DiskPath(bytes: Array(bytes[..<slash]))
    }

    /// The ancestors of the path, the nearest first and the root last.
    package var ancestors: [DiskPath] {
        var (ancestors, path): ([DiskPath], DiskPath) = ([], self)
        while path != .root {
            path = path.parent
            ancestors.append(path)
        }
        return ancestors
    }

    package var components: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

    /// Whether the path is so deep that no file below it can belong to a notebook.
    package var isTooDeep: Bool { components.count >= BundlePath.maximumComponents }

    /// The path as text, with U+FFFD for what is not UTF-8.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package static func < (left: DiskPath, right: DiskPath) -> Bool {
        left.bytes.span.precedes(right.bytes.span)
    }
}

extension DiskPath: CustomStringConvertible {
    /// The path, safe to print.
    package var description: String { PrintableText.escaped(text) }
}
