// No compiler has seen this file yet: it needs SwiftUI (docs/Contributing.md, Untried on macOS and iOS).
#if canImport(SwiftUI)
    public import SwiftUI
    public import UniformTypeIdentifiers

    extension UTType {
        /// A notebook's directory, which the system shows as one file (docs/Format.md, Annex D).
        public static let notebundle = UTType(exportedAs: "org.notebundle.notebook", conformingTo: .package)
    }

    /// A notebook as the document of an app: read into memory when opened, and written completely when saved.
    ///
    /// For large notebooks, use a notebook in a directory instead. The app's `Info.plist` must declare the type, as
    /// docs/Format.md shows.
    public final class NotebookDocument: ReferenceFileDocument, Sendable {
        /// The notebook; after an edit, notify the undo manager, so that the document is saved.
        public let notebook: Notebook

        /// The types of file that can be opened.
        public static let readableContentTypes: [UTType] = [.notebundle]

        /// Makes a document from a notebook.
        public init(_ notebook: Notebook) { self.notebook = notebook }

        /// Reads a document.
        ///
        /// Blocks until all files are read.
        ///
        /// - Throws: `NotebookError` if it is not a notebook, or an error if a file cannot be read.
        public init(configuration: ReadConfiguration) throws {
            notebook = Notebook(files: NotebookDocument.files(in: configuration.file, at: ""))
            try notebook.read { _ in }
        }

        /// The current files, which can be written on any thread.
        ///
        /// Does not block.
        ///
        /// - Throws: nothing.
        public func snapshot(contentType: UTType) throws -> [String: [UInt8]] { try notebook.files() }

        /// The files as a directory; reuses unchanged files of the existing one, so that the system need not write them.
        ///
        /// Does not block.
        ///
        /// - Throws: nothing.
        public func fileWrapper(snapshot: [String: [UInt8]], configuration: WriteConfiguration) throws -> FileWrapper {
            let root = FileWrapper(directoryWithFileWrappers: [:])
            for (path, bytes) in snapshot {
                var directory = root
                var existing = configuration.existingFile
                let components = path.split(separator: "/").map(String.init)
                for name in components.dropLast() {
                    existing = existing?.fileWrappers?[name]
                    if let known = directory.fileWrappers?[name] {
                        directory = known
                    } else {
                        let new = FileWrapper(directoryWithFileWrappers: [:])
                        new.preferredFilename = name
                        directory.addFileWrapper(new)
                        directory = new
                    }
                }
                let data = Data(bytes)
                let old = components.last.flatMap { existing?.fileWrappers?[$0] }
                let isUnchanged = old?.isRegularFile == true && old?.regularFileContents == data
                let file = (isUnchanged ? old : nil) ?? FileWrapper(regularFileWithContents: data)
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
