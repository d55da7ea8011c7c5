import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookText

/// Books in EPUB 2 and 3, packed or as a folder.
package struct EPUBFormat: ForeignFormat {
    package let name = "epub"
    package let sources = "books (EPUB)"
    package let looseFiles = LooseFiles(.unlessBesideNotes, [".epub"], areHardlyAttached: true)

    private static let container = "META-INF/container.xml"
    /// The systems of copy protection, by their files.
    private static let protections = [
        ("META-INF/rights.xml", "Adobe Digital Editions"), ("META-INF/license.lcpl", "Readium LCP"),
        ("META-INF/sinf.xml", "Apple Books"),
    ]

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard let files = try place.files(request) else { return nil }
        let isBook = try files.content("mimetype", limit: 1 << 10) == Array("application/epub+zip".utf8)
        // The name only makes a better message: without this file, nothing is read.
        let isNamed = place.isFile(".epub") || request.format == name
        guard isBook || isNamed || files.has(Self.container) else { return nil }
        func damaged(_ reason: String) -> ImportFailure {
            var failure = ImportFailure(path: place.shown, reason: "the book is damaged: \(reason)")
            failure.wayOut = "get the book again, or let another program save it anew"
            return failure
        }
        func read<Result>(_ path: String, _ body: ([UInt8]) throws -> Result) throws -> Result {
            guard let bytes = try files.content(path, limit: EPUBPackage.maximumBytes) else {
                throw damaged(files.has(path) ? "\(path) cannot be read" : "it has no \(path)")
            }
            do {
                return try body(bytes)
            } catch let problem as XMLProblem {
                throw damaged("\(path): \(problem)")
            }
        }
        let root = try read(Self.container) { try XMLTree.root($0) }
        let packages = root.first { $0.name == "rootfiles" }?.elements ?? []
        let main = packages.first { $0["media-type"] == "application/oebps-package+xml" } ?? packages.first
        guard let written = main?["full-path"] else { throw damaged("\(Self.container) names no package") }
        // It is an address (EPUB 3.3, §4.2.6.3.1.2), although many programs write a path.
        let path = files.has(written) ? written : PercentEncoding.decode(written) ?? written
        let encrypted = try encrypted(files, read)
        if encrypted.contains(path) { throw refusal(place, files) }
        let package = try read(path) { try EPUBPackage($0, at: path) }
        if package.spine.contains(where: { encrypted.contains($0.path) }) { throw refusal(place, files) }
        return EPUBSource(files, package, shown: place.shown)
    }

    /// The files that are encrypted; many books only hide their fonts.
    private func encrypted(
        _ files: ForeignFiles, _ read: (String, ([UInt8]) throws -> HTMLElement) throws -> HTMLElement
    ) throws -> Set<String> {
        let path = "META-INF/encryption.xml"
        guard files.has(path) else { return [] }
        var found: Set<String> = []
        try read(path) { try XMLTree.root($0) }.forEach { element in
            guard element.name == "EncryptedData" else { return }
            let address = element.first { $0.name == "CipherReference" }?["URI"] ?? ""
            found.insert(PercentEncoding.decode(address) ?? address)
        }
        return found
    }

    private func refusal(_ place: ImportLocation, _ files: ForeignFiles) -> ImportFailure {
        let system = Self.protections.first { files.has($0.0) }.map { " of \($0.1)" } ?? ""
        var failure = ImportFailure(
            path: place.shown, reason: "it is a book with the copy protection\(system), which cannot be read")
        failure.wayOut = "import a copy of the book without copy protection"
        return failure
    }
}
