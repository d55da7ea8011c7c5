public import NotebookFiles
public import NotebookFormat
import NotebookText

/// A template of a notebook.
public struct NotebookTemplate: Sendable {
    /// The path of its file.
    public let path: BundlePath
    /// Its text.
    public let text: Template

    /// A template from the bytes of its file.
    ///
    /// - Throws: `NotebookError.malformedItem`.
    package init(_ path: BundlePath, _ bytes: [UInt8]) throws(NotebookError) {
        self.path = path
        text = Template(try Draft.item(bytes, path))
    }
}

extension NotebookListing {
    /// The templates for notes or for cards, each with its name: the path in the folder of templates, without ending.
    public func templates(_ type: FileType) -> [(name: String, item: Item)] {
        let folder = description.settings.places.templateFolder
        let key = folder.key
        let depth = folder.components.count
        return items.filter { item in
            guard item.type == type else { return false }
            if item.folder.isInside(folder) { return true }
            let above = item.folder.components.prefix(depth).joined(separator: "/")
            return ComparisonKey(above) == key
        }.map { item in
            ((item.folder.components.dropFirst(depth).map(String.init) + [item.path.stem]).joined(separator: "/"), item)
        }
    }

    /// The template with a name, in any letter case: its path in the folder of templates, its file name or its title.
    ///
    /// - Throws: `NotebookError.noSuchTemplate`.
    public func template(_ name: String, _ type: FileType = .note) throws(NotebookError) -> Item {
        let all = templates(type)
        let key = ComparisonKey(name)
        let found =
            all.first { ComparisonKey($0.name) == key } ?? all.first { ComparisonKey($0.item.path.stem) == key }
            ?? all.first { ComparisonKey($0.item.title) == key }
        guard let found else {
            let near = Similarity.nearest(to: name, in: all.map(\.name))
            throw .noSuchTemplate(
                name, description.settings.places.templateFolder,
                like: near.isEmpty ? all.prefix(5).map(\.name) : near)
        }
        return found.item
    }
}

extension Draft {
    /// The template with a name.
    ///
    /// - Throws: `NotebookError.noSuchTemplate`, `.gone` or `.malformedItem`, or an error if it cannot be read.
    public mutating func template(_ name: String, _ type: FileType = .note) throws -> NotebookTemplate {
        let item = try listing.template(name, type)
        return try NotebookTemplate(item.path, try read(item.path, limit: ItemFile.maximumBytes))
    }
}
