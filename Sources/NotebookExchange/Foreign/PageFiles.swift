import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// The files around pages of the web: what addresses in the pages mean, and the attachments made of them.
final class PageFiles {
    let files: ForeignFiles
    /// The paths of the pages, as they are stored.
    let pages: Set<String>
    /// The files that pages show.
    private(set) var used: Set<String> = []

    /// What the keys of pages begin with.
    private let kind: String
    /// The paths of files as they are stored, by their composed paths.
    private let paths: [String: String]
    /// The same by what is equal where letter case is ignored, as on the servers and disks that pages come from.
    private let foldedPaths: [ComparisonKey: String]
    /// The folders to which pages say that their addresses are relative.
    private var bases: [String: String] = [:]
    private var attachments: [String: (path: BundlePath, name: String)] = [:]

    init(_ files: ForeignFiles, pages: Set<String>, kind: String) {
        (self.files, self.pages, self.kind) = (files, pages, kind)
        paths = Dictionary(files.files.map { ($0.path.composed, $0.path) }) { first, _ in first }
        foldedPaths = Dictionary(files.files.map { (ComparisonKey(seen: $0.path.composed), $0.path) }) { first, _ in
            first
        }
    }

    /// The key by which links name a page.
    func key(_ path: String) -> String { "\(kind):\(path.composed)" }

    /// Attaches the files that a page shows or links to.
    ///
    /// - Parameter name: The name of a file; by default, the last part of its path.
    func attach(
        _ body: HTMLElement, on page: String, _ notes: ForeignImport, _ bundle: inout NewBundle,
        name: (String) -> String = PageFiles.name
    ) throws {
        for path in shown(body, on: page) { _ = try attach(path, notes, &bundle, name: name) }
    }

    /// Attaches a file, once; `nil` if it is damaged.
    func attach(
        _ path: String, _ notes: ForeignImport, _ bundle: inout NewBundle, name: (String) -> String = PageFiles.name
    ) throws -> BundlePath? {
        guard used.insert(path).inserted else { return attachments[path]?.path }
        notes.balance.find(.attachments)
        let attached = try notes.attach(&bundle) {
            try files.copy(path, $0)
        } name: {
            name(path)
        }
        if let attached { attachments[path] = (attached, name(path)) }
        return attached
    }

    /// The last part of a path.
    static func name(_ path: String) -> String { path.parts(between: "/").last.map(String.init) ?? path }

    /// The files that a page shows or links to, besides other pages.
    func shown(_ body: HTMLElement, on page: String) -> [String] {
        var shown: [String] = []
        body.forEach { element in
            for name in ["src", "href", "data", "poster"] {
                if let path = element[name].flatMap({ path($0, from: page) }), !pages.contains(path) {
                    shown.append(path)
                }
            }
        }
        return shown
    }

    /// Remembers the folder to which a page says that its addresses are relative, unless it is elsewhere.
    func noteBase(of root: HTMLElement, on page: String) {
        guard let address = root.first({ $0.name == "base" && $0["href"] != nil })?["href"], !Self.isOutside(address)
        else { return }
        let folder = address.hasSuffix("/") ? address : address.parts(between: "/").dropLast().joined(separator: "/")
        bases[page] = Self.joined(Self.directory(of: page), PercentEncoding.decode(folder) ?? folder)
    }

    private static func directory(of page: String) -> String {
        page.parts(between: "/").dropLast().joined(separator: "/")
    }

    /// The file that an address means; `nil` for what is elsewhere or not there.
    func path(_ address: String, from page: String) -> String? {
        guard !Self.isOutside(address), !address.hasPrefix("#") else { return nil }
        let rest = address.prefix { $0 != "#" && $0 != "?" }
        let directory = bases[page] ?? Self.directory(of: page)
        // A name may have percent signs of its own, or signs that should have been encoded.
        for written in [PercentEncoding.decode(String(rest)), String(rest), address] {
            guard let written, !written.isEmpty else { continue }
            for written in written.contains("\\") ? [written, written.replacing("\\", with: "/")] : [written] {
                let path = written.hasPrefix("/") ? String(written.dropFirst()) : Self.joined(directory, written)
                guard let path = path?.composed else { continue }
                if let found = paths[path] ?? foldedPaths[ComparisonKey(seen: path)] { return found }
            }
        }
        return nil
    }

    private static func joined(_ directory: String, _ path: String) -> String? {
        var components = directory.parts(between: "/").map(String.init)
        for component in path.parts(between: "/") where component != "." {
            guard component == ".." else {
                components.append(String(component))
                continue
            }
            // An address may name the folder of the source itself.
            if components.popLast() == nil { components = ["\u{0}"] }
        }
        if components.first == "\u{0}" { components.removeFirst(min(2, components.count)) }
        return components.joined(separator: "/")
    }

    static func isOutside(_ address: String) -> Bool {
        if address.hasPrefix("//") { return true }
        var reader = TextReader(address)
        let scheme = reader.take(2...) { ASCII.isAlphanumeric($0) || "+.-".utf8.contains($0) }
        return scheme?.utf8.first.map(ASCII.isLetter) == true && reader.skip(":")
    }

    /// What an address in a page leads to.
    ///
    /// - Parameter places: The headings of the page, as parts of addresses, by ids.
    func target(_ address: String, from page: String, _ places: [String: String]) -> LinkedHTML.Target {
        if Self.isOutside(address) { return .outside }
        let fragment = address.firstIndex(of: "#").map { String(address[$0...]) } ?? ""
        if address.hasPrefix("#") {
            // Browsers go to the top.
            if ["#", "#top"].contains(address.lowercased()) { return .outside }
            let id = String(address.dropFirst())
            guard let heading = places[id] ?? PercentEncoding.decode(id).flatMap({ places[$0] }) else {
                return .missing
            }
            return .note(
                ForeignLink(key: key(page), fragment: heading.isEmpty ? "" : "#\(heading)", address: address))
        }
        guard let path = path(address, from: page) else { return .missing }
        if let attached = attachments[path] { return .attachment(attached.path, name: attached.name) }
        return .note(ForeignLink(key: key(path), fragment: fragment == "#" ? "" : fragment, address: address))
    }
}

/// What the head of a page says: dates, author, keywords.
enum PageHead {
    static func add(_ root: HTMLElement, to note: inout ForeignNote) {
        var values: [String: String] = [:]
        root.forEach { element in
            guard element.name == "meta", let name = element["name"] ?? element["property"] else { return }
            values[name.lowercased()] = element["content"]
        }
        for key in ["created", "date", "dcterms.created", "article:published_time"] where note.created == nil {
            note.created = values[key].flatMap { Timestamp(asWritten: $0) }
        }
        for key in ["modified", "updated", "dcterms.modified", "article:modified_time"] where note.modified == nil {
            note.modified = values[key].flatMap { Timestamp(asWritten: $0) }
        }
        for key in ["author", "description"] { note.add(key, values[key]) }
        note.tags = (values["keywords"] ?? "").split(separator: ",").map { $0.trimmedOfSpace }
    }
}
