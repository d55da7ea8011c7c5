import Foundation

/// A folder in which notebooks live.
public struct LibraryFolder: Sendable {
    /// Where it is.
    public let place: Place

    /// The library at a place.
    public init(_ place: Place) { self.place = place }

    /// The notebooks in it, directories and archives, by their names as people sort them.
    ///
    /// - Throws: what keeps the folder from being listed.
    public func notebooks() throws -> [Place] {
        try FileManager.default.contentsOfDirectory(atPath: place.path).filter { name in
            !name.hasPrefix(".")
                && (name.hasSuffix(".notebundle") || Self.archiveEndings.contains { name.hasSuffix($0) })
        }.sorted(by: ItemOrder.namePrecedes).map { place.subpath($0) }
    }

    /// The notebook of a name, with or without its ending; directories go before archives.
    public func notebook(_ name: String) -> Place? {
        guard !name.isEmpty, !name.contains("/") else { return nil }
        let candidates = ["", ".notebundle"] + Self.archiveEndings
        return candidates.map { place.subpath(name + $0) }.first { place in
            place.exists && (place.name.contains(".notebundle"))
        }
    }

    private static let archiveEndings = ["zip", "tar", "tar.gz", "tar.zst", "tar.xz"].map { ".notebundle.\($0)" }
}
