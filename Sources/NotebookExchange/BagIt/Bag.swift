import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

/// A bag (BagIt 1.0, RFC 8493): a folder, perhaps from an archive, that lists the files below `data/` with their digests.
struct Bag {
    /// A file that a manifest lists.
    private struct Row {
        let algorithm: BagDigests.Algorithm
        let digest: String
        let manifest: String
        let line: Int

        var place: String { "\(manifest), line \(line)" }
    }

    /// What bags are, as a phrase for a list of sources.
    static let sources = "bags (BagIt) and archives of them"

    private static let declaration = "bagit.txt"
    private static let payload = "data"
    private static let fetch = "fetch.txt"
    private static let information = "bag-info.txt"
    /// The largest manifest, in bytes.
    private static let maximumBytes = 256 << 20

    private let place: ImportLocation
    private let files: DirectoryFiles
    private var version = ""
    /// The label of the encoding of manifests.
    private var encoding: String?
    /// The manifests of the files below `data/`.
    private var manifests: Set<String> = []
    /// What the manifests list, by the path in the bag.
    private var rows: [String: [Row]] = [:]
    private let progress: any WorkProgress

    /// The place of what a bag holds, whose files are as its manifests list them; a place that is no bag itself.
    ///
    /// - Throws: `ImportFailure` if a file is missing, not listed or not as listed, or an error if one cannot be read.
    static func payload(of place: ImportLocation, _ request: ImportRequest) throws -> ImportLocation {
        guard place.isDirectory, var bag = try Bag(place, request.progress) else { return place }
        try bag.readManifests()
        try bag.check()
        var inner = ImportLocation(
            ExternalPath.below(place.path, payload), shown: ExternalPath.below(place.shown, payload),
            name: place.name ?? ExternalPath.name(of: place.path))
        inner.isUnpacked = place.isUnpacked
        inner.isEmptyBag = try bag.entries(below: DiskPath(payload)).isEmpty
        // A bag may hold a bag.
        return try Self.payload(of: inner, request)
    }

    /// Opens a bag; `nil` if the folder is none.
    private init?(_ place: ImportLocation, _ progress: any WorkProgress) throws {
        (self.place, self.progress) = (place, progress)
        files = try DirectoryFiles(place.path, name: place.shown)
        guard try files.status(DiskPath(Self.declaration))?.kind == .file else { return nil }
        let lines = try text(Self.declaration).split(whereSeparator: \.isNewline)
        guard let first = lines.first, first.hasPrefix("BagIt-Version") else { return nil }
        guard let version = first.wholeMatch(of: #/BagIt-Version:\s*([01]\.\d+)\s*/#)?.output.1 else {
            throw refusal("\(Self.declaration), line 1: not “BagIt-Version: ” and a version up to 1.0")
        }
        self.version = String(version)
        encoding = lines.dropFirst().first?.wholeMatch(of: #/Tag-File-Character-Encoding:\s*(\S+)\s*/#)
            .map { String($0.output.1) }
        guard try files.status(DiskPath(Self.payload))?.kind == .directory else {
            throw refusal("the bag is incomplete: it has no folder data/")
        }
    }

    private func refusal(_ reason: String) -> ImportFailure {
        var failure = ImportFailure(path: place.shown, reason: reason)
        let folder = ExternalPath.below(place.shown, Self.payload)
        let way = place.isUnpacked ? "unpack it and import its folder \(Self.payload)/" : "import \(folder)"
        failure.wayOut = "get the bag again; to import what it holds without the check, \(way)"
        return failure
    }

    /// A digest and a path, as a line of a manifest gives them (RFC 8493, 2.1.3); as programs for checksums write it, a `*`
    /// or `./` may be before the path.
    private static func row(_ line: Substring) -> (digest: Substring, path: Substring)? {
        let digest = line.prefix { $0.isASCII && $0.isHexDigit }
        var path = line[digest.endIndex...].drop { $0 == " " || $0 == "\t" }
        guard !digest.isEmpty, path.startIndex > digest.endIndex else { return nil }
        if path.hasPrefix("*") { path = path.dropFirst() }
        if path.begins(with: "./") { path = path.dropFirst(2) }
        return path.isEmpty ? nil : (digest, path)
    }

    private mutating func readManifests() throws {
        var unknown: [String] = []
        for name in try files.list(.root).map({ String(decoding: $0.name, as: UTF8.self) }).sorted() {
            guard let match = name.wholeMatch(of: #/(tag)?manifest-([a-z0-9]+)\.txt/#) else { continue }
            guard let algorithm = BagDigests.Algorithm(rawValue: String(match.output.2)) else {
                unknown.append(name)
                continue
            }
            if match.output.1 == nil { manifests.insert(name) }
            let lines = try text(name).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
                guard let row = Self.row(line) else {
                    throw refusal("\(name), line \(index + 1): not a digest and a path")
                }
                let path = row.path.composed
                guard rows[path]?.contains(where: { $0.manifest == name }) != true else {
                    throw refusal("\(name), line \(index + 1): \(PrintableText.escaped(path)) is listed twice")
                }
                rows[path, default: []].append(
                    Row(algorithm: algorithm, digest: row.digest.lowercased(), manifest: name, line: index + 1))
            }
        }
        guard manifests.isEmpty else { return }
        let known = BagDigests.Algorithm.allCases.map(\.rawValue).joined(separator: ", ")
        throw refusal(
            unknown.isEmpty
                ? "the bag is incomplete: it has no manifest"
                : "no digest of \(unknown.joined(separator: ", ")) can be checked, only those of \(known)")
    }

    private func text(_ name: String) throws -> String {
        let bytes = try files.content(of: DiskPath(name), limit: Self.maximumBytes)
        let decoded = TextDecoding.text(bytes, encoding)
        if let problem = decoded.problem, problem.isFatal { throw refusal("\(name): \(problem)") }
        return decoded.text
    }

    /// Everything below a folder that is no folder, whatever its name.
    private func entries(below folder: DiskPath) throws -> [(path: DiskPath, kind: FileKind)] {
        try files.list(folder).flatMap { entry in
            let path = folder.appending(entry.name)
            return entry.kind == .directory ? try entries(below: path) : [(path, entry.kind)]
        }
    }

    private mutating func check() throws {
        var problems: [String] = []
        var (bytes, count) = (0, 0)
        let tags = try files.list(.root).map { (path: DiskPath.root.appending($0.name), kind: $0.kind) }
        for (path, kind) in try entries(below: DiskPath(Self.payload)) + tags {
            let name = path.text.composed
            if name.hasPrefix(Self.payload + "/") {
                bytes += try files.status(path)?.size ?? 0
                count += 1
            }
            if let listed = rows.removeValue(forKey: name) ?? rows.removeValue(forKey: Self.encoded(name)) {
                problems += kind == .file ? try differences(path, listed) : ["\(path.text) is not a file"]
                // Before version 1.0, one manifest was enough.
                guard name.hasPrefix(Self.payload + "/"), version >= "1" else { continue }
                problems += manifests.subtracting(listed.map(\.manifest)).map { "\($0) does not list \(path.text)" }
            } else if name.hasPrefix(Self.payload + "/") {
                problems.append("no manifest lists \(path.text)")
            }
        }
        let isFetched = try !rows.isEmpty && files.status(DiskPath(Self.fetch)) != nil
        problems += rows.map { path, listed in
            "\(path) is missing (\(listed[0].place))\(isFetched ? "; nothing in \(Self.fetch) is fetched" : "")"
        }
        if problems.isEmpty, let sum = try payloadSum(), sum != "\(bytes).\(count)" {
            problems.append(
                "\(Self.payload)/ has \(bytes).\(count) bytes and files, not \(sum) as in \(Self.information)")
        }
        guard let first = problems.min() else { return }
        let more = problems.count == 1 ? "" : " (and \(problems.count - 1) more)"
        throw refusal("the bag is damaged: \(PrintableText.escaped(first))\(more)")
    }

    /// How many bytes and files are below `data/`, as the bag says; `nil` if it does not say it (RFC 8493, 2.2.2).
    private func payloadSum() throws -> String? {
        guard try files.status(DiskPath(Self.information))?.kind == .file else { return nil }
        let sums = try text(Self.information).split(whereSeparator: \.isNewline).compactMap { line in
            line.wholeMatch(of: #/(?i)Payload-Oxum\s*:\s*(\d+\.\d+)\s*/#)?.output.1
        }
        return sums.first.map(String.init)
    }

    /// How a file differs from what the manifests say.
    private func differences(_ path: DiskPath, _ listed: [Row]) throws -> [String] {
        var digests = BagDigests(Set(listed.map(\.algorithm)))
        try files.stream(path) { bytes in
            try progress.step(bytes.count, path.text)
            digests.update(bytes)
        }
        return listed.filter { digests[$0.algorithm] != $0.digest }.prefix(1).map { row in
            "\(path.text) differs from its digest in \(row.place)"
        }
    }

    /// A path as manifests write it (RFC 8493, 2.1.3).
    static func encoded(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing("\n", with: "%0A").replacing("\r", with: "%0D")
    }
}
