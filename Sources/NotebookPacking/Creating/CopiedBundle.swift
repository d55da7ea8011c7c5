package import NotebookFiles
import NotebookText

/// Copies a bundle’s directory, whatever its state, to a free name.
package struct CopiedBundle {
    private let source: any FileOperations
    private let target: any FileOperations
    private let name: String
    /// Links and special files, which are not copied.
    package private(set) var leftOut: [String] = []

    /// Copies a directory to a name in another directory.
    package init(_ source: any FileOperations, to name: String, in target: any FileOperations) {
        (self.source, self.target, self.name) = (source, target, name)
    }

    /// Copies everything, completely or not at all.
    package mutating func copy(environment: NotebookEnvironment) throws {
        guard try target.status(DiskPath(name)) == nil else { throw NotebookError.taken(PrintableText.escaped(name)) }
        let placement = try Placement(ofDirectory: name, in: target, environment: environment)
        try copy(.root, to: placement.temporary)
        try target.synchronizeAll()
        try placement.finish()
    }

    private mutating func copy(_ directory: DiskPath, to other: DiskPath) throws {
        for entry in try source.listInOrder(directory) {
            let (path, copied) = (directory.appending(entry.name), other.appending(entry.name))
            switch entry.kind {
            case .directory:
                try target.makeDirectory(copied)
                try copy(path, to: copied)
            case .file:
                let file = try target.create(copied)
                defer { target.close(file) }
                try source.stream(path) { try target.writeAll($0, to: file) }
            case .symbolicLink, .special: leftOut.append(path.description)
            }
        }
    }
}
