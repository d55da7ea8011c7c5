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
    /// The files that pages offer instead of others that they show.
    private(set) var offered: Set<String> = []
    /// The addresses elsewhere to which pages say that theirs are relative.
    private var outerBases: [String: String] = [:]
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
            for attribute in element.attributes where Self.isAddress(attribute.name) {
                if let path = path(attribute.value, from: page), !pages.contains(path) { shown.append(path) }
            }
        }
        return shown
    }

    /// Remembers to what a page says that its addresses are relative.
    func noteBase(of root: HTMLElement, on page: String) {
        guard let address = root.first({ $0.name == "base" && $0["href"] != nil })?["href"] else { return }
        guard !Self.isOutside(address) else {
            outerBases[page] = address
            return
        }
        let folder = address.hasSuffix("/") ? address : address.parts(between: "/").dropLast().joined(separator: "/")
        bases[page] = Self.joined(Self.directory(of: page), PercentEncoding.decode(folder) ?? folder)
    }

    /// A page whose pictures are those of several that are there, and whose addresses relative to one elsewhere are whole.
    func located(_ root: HTMLElement, on page: String) -> HTMLElement {
        let offersPictures = root["srcset"] != nil || root.first { $0["srcset"] != nil } != nil
        guard outerBases[page] != nil || offersPictures else { return root }
        var attributes = root.attributes
        let offers = root.offeredPictures
        offered.formUnion(offers.compactMap { path($0, from: page) })
        for index in attributes.indices where Self.isAddress(attributes[index].name) {
            let attribute = attributes[index]
            let isThere = Self.isOutside(attribute.value) || path(attribute.value, from: page) != nil
            guard !isThere, !attribute.value.hasPrefix("#") else { continue }
            let other = attribute.name == "src" ? offers.first { path($0, from: page) != nil } : nil
            let address = other ?? outerBases[page].map { Self.absolute(attribute.value, from: $0) } ?? attribute.value
            attributes[index] = XMLAttribute(attribute.name, address)
        }
        let children = root.children.map { node -> HTMLNode in
            guard case .element(let element) = node else { return node }
            return .element(located(element, on: page))
        }
        return HTMLElement(root.name, attributes, children)
    }

    private static func isAddress(_ name: String) -> Bool { ["src", "href", "data", "poster"].contains(name) }

    /// An address that is relative to another one (RFC 3986, §5.2).
    private static func absolute(_ address: String, from base: String) -> String {
        guard let start = base.firstRange(of: "//")?.upperBound else { return address }
        let scheme = base[..<start].dropLast(2)
        if address.hasPrefix("//") { return scheme + address }
        let page = base.prefix { $0 != "?" && $0 != "#" }
        let root = page[start...].firstIndex(of: "/") ?? page.endIndex
        if address.isEmpty || address.hasPrefix("?") { return page + address }
        let written = address.prefix { $0 != "?" && $0 != "#" }
        let end = page[root...].lastIndex(of: "/") ?? root
        let folder = written.hasPrefix("/") ? "" : String(page[root..<end])
        let path = joined(folder, String(written)) ?? String(written)
        let isFolder = ["/", "/.", "/.."].contains { written.hasSuffix($0) } || written == "." || written == ".."
        return "\(page[..<root])/\(path)\(isFolder && !path.isEmpty ? "/" : "")\(address[written.endIndex...])"
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
                if let found = stored(path) { return found }
                // What servers and browsers show for a folder.
                let indexes = ["index.html", "index.htm", "index.xhtml"]
                if let found = indexes.lazy.compactMap({ self.stored(Self.joined(path, $0) ?? $0) }).first {
                    return found
                }
            }
        }
        return nil
    }

    /// The path of a file as it is stored, of one that is composed.
    private func stored(_ path: String) -> String? { paths[path] ?? foldedPaths[ComparisonKey(seen: path)] }

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
    /// - Parameter places: The headings of the page, by ids.
    func target(_ address: String, from page: String, _ places: [String: ForeignHeading]) -> LinkedHTML.Target {
        if Self.isOutside(address) { return .outside }
        let fragment = address.firstIndex(of: "#").map { String(address[$0...]) } ?? ""
        if address.hasPrefix("#") {
            // Browsers go to the top.
            if ["#", "#top"].contains(address.lowercased()) { return .outside }
            let id = String(address.dropFirst())
            guard places[id] ?? PercentEncoding.decode(id).flatMap({ places[$0] }) != nil else { return .missing }
            return .note(ForeignLink(key: key(page), fragment: address, address: address))
        }
        guard let path = path(address, from: page) else { return .missing }
        if let attached = attachments[path] { return .attachment(attached.path, name: attached.name) }
        return .note(ForeignLink(key: key(path), fragment: fragment == "#" ? "" : fragment, address: address))
    }
}
