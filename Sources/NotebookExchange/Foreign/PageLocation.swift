import ForeignData
import NotebookText

/// A page of the web, and what the addresses in it mean.
struct PageLocation: Sendable {
    private let paths: PagePaths
    private let page: String
    /// The folder to which the page says that its addresses are relative; by default, its own.
    private let folder: String
    /// The address elsewhere to which the page says that its addresses are relative.
    private let outerBase: String?

    /// - Parameter root: The page, which may say to what its addresses are relative.
    init(_ paths: PagePaths, _ page: String, _ root: HTMLElement) {
        (self.paths, self.page) = (paths, page)
        let own = Self.directory(of: page)
        let address = root.first { $0.name == "base" && $0["href"] != nil }?["href"]
        outerBase = address.flatMap { Self.isOutside($0) ? $0 : nil }
        guard outerBase == nil, let address else {
            folder = own
            return
        }
        let base = address.hasSuffix("/") ? address : address.parts(between: "/").dropLast().joined(separator: "/")
        folder = Self.joined(own, PercentEncoding.decode(base) ?? base) ?? own
    }

    /// The key by which links name the page.
    var key: String { paths.key(page) }
    /// Its path below the root of its source.
    var name: String { paths.name(page) }

    /// The files that a page shows or links to, besides other pages.
    func shown(_ body: HTMLElement) -> [String] {
        var shown: [String] = []
        body.forEach { element in
            for attribute in element.attributes where Self.isAddress(attribute.name) {
                if let path = path(attribute.value), !paths.pages.contains(path) { shown.append(path) }
            }
        }
        return shown
    }

    /// The files that a page offers instead of others that it shows.
    func offered(_ root: HTMLElement) -> [String] {
        var offered: [String] = []
        root.forEach { offered += $0.offeredPictures.compactMap { path($0) } }
        return offered
    }

    /// A page whose pictures are those of several that are there, and whose addresses relative to one elsewhere are whole.
    func located(_ root: HTMLElement) -> HTMLElement {
        let offersPictures = root["srcset"] != nil || root.first { $0["srcset"] != nil } != nil
        guard outerBase != nil || offersPictures else { return root }
        var attributes = root.attributes
        let offers = root.offeredPictures
        for index in attributes.indices where Self.isAddress(attributes[index].name) {
            let attribute = attributes[index]
            let isThere = Self.isOutside(attribute.value) || path(attribute.value) != nil
            guard !isThere, !attribute.value.hasPrefix("#") else { continue }
            let other = attribute.name == "src" ? offers.first { path($0) != nil } : nil
            let address = other ?? outerBase.map { Self.absolute(attribute.value, from: $0) } ?? attribute.value
            attributes[index] = XMLAttribute(attribute.name, address)
        }
        let children = root.children.map { node -> HTMLNode in
            guard case .element(let element) = node else { return node }
            return .element(located(element))
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
    func path(_ address: String) -> String? { meant(address, paths.stored) }

    /// The paths at which there may be files that a page shows, offers or links to.
    func possiblePaths(_ root: HTMLElement) -> [String] {
        var possible: [String] = []
        root.forEach { element in
            let addresses = element.attributes.filter { Self.isAddress($0.name) }.map(\.value) + element.offeredPictures
            for address in addresses {
                _ = meant(address) { path in
                    possible.append(path)
                    return nil
                }
            }
        }
        return possible
    }

    /// What is found first at the paths that an address may mean.
    private func meant(_ address: String, _ find: (String) -> String?) -> String? {
        guard !Self.isOutside(address), !address.hasPrefix("#") else { return nil }
        let rest = address.prefix { $0 != "#" && $0 != "?" }
        // A name may have percent signs of its own, or signs that should have been encoded.
        for written in [PercentEncoding.decode(String(rest)), String(rest), address] {
            guard let written, !written.isEmpty else { continue }
            for written in written.contains("\\") ? [written, written.replacing("\\", with: "/")] : [written] {
                let path = written.hasPrefix("/") ? String(written.dropFirst()) : Self.joined(folder, written)
                guard let path = path?.composed else { continue }
                if let found = find(path) { return found }
                // What servers and browsers show for a folder.
                let indexes = ["index.html", "index.htm", "index.xhtml"]
                for index in indexes { if let found = find(Self.joined(path, index) ?? index) { return found } }
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
    /// - Parameters:
    ///   - places: The headings of the page, by ids.
    ///   - attachments: The attachments made of the files that it shows, by their paths.
    func target(
        _ address: String, _ places: [String: ForeignHeading], _ attachments: [String: PageAttachment]
    ) -> LinkedHTML.Target {
        if Self.isOutside(address) { return .outside }
        // An empty address is that of the page itself.
        if address.isEmpty { return .note(ForeignLink(key: key, address: address)) }
        let fragment = address.firstIndex(of: "#").map { String(address[$0...]) } ?? ""
        if address.hasPrefix("#") {
            // Browsers go to the top.
            if ["#", "#top"].contains(address.lowercased()) { return .outside }
            let id = String(address.dropFirst())
            guard places[id] ?? PercentEncoding.decode(id).flatMap({ places[$0] }) != nil else { return .missing }
            return .note(ForeignLink(key: key, fragment: address, address: address))
        }
        guard let path = path(address) else { return .missing }
        if let attached = attachments[path] { return .attachment(attached.path, name: attached.name) }
        return .note(ForeignLink(key: paths.key(path), fragment: fragment == "#" ? "" : fragment, address: address))
    }
}
