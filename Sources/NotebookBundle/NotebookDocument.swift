#if canImport(SwiftUI)
    public import SwiftUI
    public import UniformTypeIdentifiers

    extension UTType {
        /// A notebook in a directory, which the system shows as one file (docs/ContentTypes.md, section 19).
        public static let notebundle = UTType(exportedAs: "org.notebundle.notebook", conformingTo: .package)
    }

    /// A notebook as the document of an app: opened as a whole into memory, and saved as a whole.
    ///
    /// An app that keeps large notebooks works on a ``NotebookDirectory`` instead. Its `Info.plist` declares the type, as
    /// docs/ContentTypes.md shows.
    public final class NotebookDocument: ReferenceFileDocument, Sendable {
        /// The notebook; after an edit of it, tell the undo manager, so that the document is saved.
        public let notebook: MemoryNotebook

        /// The types of file that can be opened.
        public static let readableContentTypes: [UTType] = [.notebundle]

        /// A document of a notebook.
        public init(_ notebook: MemoryNotebook) { self.notebook = notebook }

        /// Reads a document.
        ///
        /// Blocks until all files are read.
        ///
        /// - Throws: `NotebookError` if it is no notebook, or an error if a file cannot be read.
        public init(configuration: ReadConfiguration) throws {
            notebook = MemoryNotebook(files: NotebookDocument.files(in: configuration.file, at: ""))
            _ = try notebook.open()
        }

        /// The files as they are now, to be written on any thread.
        ///
        /// Does not block.
        ///
        /// - Throws: never.
        public func snapshot(contentType: UTType) throws -> [String: [UInt8]] { try notebook.files() }

        /// The files as a directory; what has not changed stands in the one that is there.
        ///
        /// Does not block.
        ///
        /// - Throws: never.
        public func fileWrapper(snapshot: [String: [UInt8]], configuration: WriteConfiguration) throws -> FileWrapper {
            let root = FileWrapper(directoryWithFileWrappers: [:])
            for (path, bytes) in snapshot {
                var directory = root
                let components = path.split(separator: "/").map(String.init)
                for name in components.dropLast() {
                    if let known = directory.fileWrappers?[name] {
                        directory = known
                    } else {
                        let new = FileWrapper(directoryWithFileWrappers: [:])
                        new.preferredFilename = name
                        directory.addFileWrapper(new)
                        directory = new
                    }
                }
                let file = FileWrapper(regularFileWithContents: Data(bytes))
                file.preferredFilename = components.last
                directory.addFileWrapper(file)
            }
            return root
        }

        private static func files(in wrapper: FileWrapper, at path: String) -> [String: [UInt8]] {
            if wrapper.isRegularFile { return [path: Array(wrapper.regularFileContents ?? Data())] }
            var files: [String: [UInt8]] = [:]
            for (name, child) in wrapper.fileWrappers ?? [:] {
                files.merge(self.files(in: child, at: path.isEmpty ? name : "\(path)/\(name)")) { first, _ in first }
            }
            return files
        }
    }
#endif
