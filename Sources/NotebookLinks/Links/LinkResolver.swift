package import NotebookFormat
import NotebookText

/// Resolves links by the files and titles that a manifest lists (Format, clauses 21.2 and 21.3).
package struct LinkResolver: Sendable {
    let manifest: Manifest
    private var entries: Manifest.Entries { manifest.entries }
    /// Items and blobs outside the trash, by path.
    private var paths = NameTable()
    /// Items outside the trash by stem, and blobs by name.
    private var names = NameTable()
    /// Items outside the trash by title, or by stem if they have none.
    private var titles = NameTable()
    /// Blobs by the names that they were attached under.
    private var readableNames = NameTable()
    /// Blobs by both of their names.
    private var attachments = NameTable()
    /// What links with the same target may mean, which is looked for once.
    private let ambiguous = AmbiguousTargets()

    /// Makes a resolver for links in the files of a manifest.
    package init(_ manifest: Manifest) {
        self.manifest = manifest
        for number in entries.indices { add(number) }
        paths.complete()
        names.complete()
        titles.complete()
        readableNames.complete()
        attachments.complete()
    }

    private mutating func add(_ number: Int) {
        let isItem = entries.type(at: number).isItem
        guard isItem || entries.type(at: number) == .blob else { return }
        guard !entries.withPath(at: number, { $0.starts(with: Self.trash) }) else { return }
        entries.withPath(at: number) { path in
            paths.add(path, number: number)
            names.add(path.extracting(path.name(isItem: isItem)), number: number)
        }
        guard isItem else {
            entries.withPath(at: number) { path in
                attachments.add(path.extracting(path.name(isItem: false)), number: number)
            }
            if let name = readableName(number) {
                readableNames.add(name.utf8.span, number: number)
                attachments.add(name.utf8.span, number: number)
            }
            return
        }
        entries.withTitleOrStem(at: number) { titles.add($0, number: number) }
        if entries.type(at: number) == .card, let shown = entries.shownTitle(at: number) {
            titles.add(shown.utf8.span, number: number)
        }
    }

    private static let trash = Array("trash/".utf8)

    private func readableName(_ number: Int) -> String? { BlobName(entries.path(at: number).name)?.readableName }

    /// Whether a link may lead to an attachment.
    ///
    /// It rules out nearly all other links, in a fraction of the time that resolving takes.
    package func canLeadToAttachment(_ name: FoundLink.Name) -> Bool {
        var target: Substring
        switch name {
        case .destination(let destination):
            guard !destination.isExternal, let path = destination.path else { return false }
            target = path.seen[...]
        case .wiki(let text, _): target = text.seen[...]
        }
        while target.utf8.last == 0x20 || target.utf8.last == 0x2F { target = target.dropLast() }
        if let slash = target.utf8.lastIndex(of: 0x2F) { target = target[target.utf8.index(after: slash)...] }
        while target.utf8.first == 0x20 { target = target.dropFirst() }
        // Dots are part of a path, not a name.
        if target.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) { return !target.isEmpty }
        return attachments.numbers(for: ComparisonKey(String(target))).contains { _ in true }
    }

    /// Resolves the destination of a Markdown or HTML link.
    package func resolve(_ destination: LinkDestination, from source: BundlePath) -> LinkTarget {
        if destination.isExternal { return .external }
        guard !destination.rawPath.isEmpty else { return .itself }
        guard let path = destination.path else { return .nothing(destination.rawPath) }
        guard let text = RelativePath.resolve(path, from: Self.directory(of: source)) else { return .nothing(nil) }
        return find(text)
    }

    private func find(_ text: String) -> LinkTarget {
        if let path = try? BundlePath(text), isFile(path) { return .file(path) }
        if text.isEmpty || isDirectory(text) { return .folder(text) }
        if let path = try? BundlePath(text + ".md"), manifest[path]?.type.isItem == true { return .file(path) }
        return .nothing(text)
    }

    private func isDirectory(_ text: String) -> Bool {
        let start = Array(text.utf8) + [UInt8(ascii: "/")]
        let first = entries.firstIndex { !$0.precedes(start.span) }
        return first < entries.count && entries.withPath(at: first) { $0.starts(with: start) }
    }

    private func isFile(_ path: BundlePath) -> Bool { path == .manifest || manifest[path] != nil }

    /// Resolves the target of a wiki link; `target` is the text before `#` and `|`.
    package func resolve(wiki target: String, from source: BundlePath) -> LinkTarget {
        let target = target.trimmingSpaces
        let seen = target.seen
        if seen.isEmpty { return .itself }
        let key = ComparisonKey(seen)
        if let files = ambiguous.files(for: key.text) {
            return files.target(target, from: source) { isNamed($0, target) }
        }
        let isAnchored = RelativePath.isAnchored(seen)
        let found = meant(seen, key, source, isAnchored: isAnchored)
        if found.count < 2 { return found.first.map(LinkTarget.file) ?? .nothing(target) }
        let files = NearestFiles(found)
        // What the others mean depends on where they are.
        if !isAnchored { ambiguous.add(files, for: key.text) }
        return files.target(target, from: source) { isNamed($0, target) }
    }

    private func meant(
        _ seen: String, _ key: ComparisonKey, _ source: BundlePath, isAnchored: Bool
    ) -> [BundlePath] {
        let found = byPath(seen, key, source, isAnchored: isAnchored)
        if !found.isEmpty { return found }
        let named = byName(key)
        if !named.isEmpty { return named }
        let titled = byTitle(key)
        return titled.isEmpty ? byReadableName(key) : titled
    }

    private func files(_ numbers: some Sequence<Int>, where holds: (Int) -> Bool) -> [BundlePath] {
        numbers.filter(holds).map(entries.path(at:))
    }

    private func byTitle(_ key: ComparisonKey) -> [BundlePath] {
        var last: Int?
        return files(titles.numbers(for: key)) { number in
            // A card may appear under both of its names.
            defer { last = number }
            return number != last
                && (entries.withTitleOrStem(at: number) { key.isKey(ofSeen: $0) }
                    || entries.type(at: number) == .card
                        && entries.shownTitle(at: number).map { key.isKey(ofSeen: $0.utf8.span) } ?? false)
        }
    }

    private func byReadableName(_ key: ComparisonKey) -> [BundlePath] {
        files(readableNames.numbers(for: key)) { readableName($0).map { key.isKey(ofSeen: $0.utf8.span) } ?? false }
    }

    private func named(_ key: ComparisonKey) -> [BundlePath] {
        files(names.numbers(for: key)) { number in
            let isItem = entries.type(at: number).isItem
            return entries.withPath(at: number) { key.isKey(ofSeen: $0.extracting($0.name(isItem: isItem))) }
        }
    }

    private func at(_ key: ComparisonKey) -> [BundlePath] {
        files(paths.numbers(for: key)) { entries.withPath(at: $0) { key.isKey(ofSeen: $0) } }
    }

    private func byPath(
        _ target: String, _ key: ComparisonKey, _ source: BundlePath, isAnchored: Bool
    ) -> [BundlePath] {
        let bases: [String]
        if isAnchored {
            guard let path = RelativePath.resolve(target, from: Self.directory(of: source)) else { return [] }
            bases = [ComparisonKey(seen: path).text]
        } else {
            // Nearly all links are a mere name, which few files have, and none of them directly below a root.
            guard couldBePath(key) else { return [] }
            bases = ["", "notes/", "cards/", "blobs/"].map { $0 + key.text }
        }
        return bases.flatMap { [$0, $0 + ".md"] }.flatMap { at(ComparisonKey(folded: $0)) }
    }

    /// Whether a file named like the last component of a target can have a matching path: an item with or without
    /// `.md`, or an attachment.
    private func couldBePath(_ key: ComparisonKey) -> Bool {
        let last = Self.lastComponent(of: key)
        let stem = last.text.without(ending: ".md").map { ComparisonKey(seen: $0) }
        let names = [last, stem, ComparisonKey(folded: last.text + ".md")]
        let depth = key.text.utf8.count { $0 == 0x2F }
        return names.contains { name in
            name.map(named)?.contains { path in
                let own = path.text.utf8.count { $0 == 0x2F }
                return own == depth || own == depth + 1
            } == true
        }
    }

    private static func lastComponent(of key: ComparisonKey) -> ComparisonKey {
        guard let slash = key.text.utf8.lastIndex(of: 0x2F) else { return key }
        return ComparisonKey(seen: key.text[key.text.utf8.index(after: slash)...])
    }

    private func byName(_ key: ComparisonKey) -> [BundlePath] {
        guard key.text.utf8.contains(0x2F) else { return named(key) }
        let ending = "/" + key.text
        // Trailing slashes name nothing, so the name before them counts.
        return named(ComparisonKey(seen: key.text.components.last ?? "")).filter { path in
            let name = path.text.without(ending: ".md") ?? path.text[...]
            return ComparisonKey(seen: name).text.utf8.reversed().starts(with: ending.utf8.reversed())
        }
    }

    /// Whether a target names a file in the letters in which the file is named.
    private func isNamed(_ path: BundlePath, _ target: String) -> Bool {
        var ending = target[...]
        while let start = ["./", "../", "/"].first(where: { ending.begins(with: $0) }) {
            ending = Substring(ending.utf8.dropFirst(start.count))
        }
        let names = [path.text[...], path.text.without(ending: ".md")].compactMap(\.self)
        return names.contains { $0 == ending || $0.ends(in: "/" + ending) } || manifest[path]?.item?.title == target
            || BlobName(path.name)?.readableName == target
    }

    /// The directory that relative links start from: for items in the trash, that of the old path.
    static func directory(of source: BundlePath) -> String {
        (TrashedPath(source)?.oldPath ?? source).parent?.text ?? ""
    }
}

extension Span<UInt8> {
    /// The offset of the last component of a path; for an item without `.md`.
    fileprivate func name(isItem: Bool) -> Range<Int> {
        var start = count
        while start > 0, self[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return start..<(isItem && extracting(start..<count).endsInMarkdown ? count - 3 : count)
    }

    private var endsInMarkdown: Bool {
        count >= 3 && self[count - 3] == UInt8(ascii: ".") && self[count - 2] == UInt8(ascii: "m")
            && self[count - 1] == UInt8(ascii: "d")
    }
}
