/// Everything that one pass over a notebook found out: what the manifest says, and what is there.
public struct Inspection: Sendable {
    /// A file that is read as a whole and decoded.
    public enum Reading<Value: Sendable>: Sendable {
        /// There is no such file.
        case missing
        /// It is not what it should be.
        case malformed(TextProblem, TextPosition)
        /// It was read.
        case read(Value, bytes: [UInt8])

        /// The value, if it was read.
        public var value: Value? {
            guard case .read(let value, _) = self else { return nil }
            return value
        }
    }

    /// A file or directory whose name cannot be part of a notebook.
    public struct Unportable: Sendable, Hashable {
        /// The path as it was found, with U+FFFD for what is not UTF-8.
        public let path: String
        /// What is wrong with it.
        public let problem: PathProblem

        /// A path and its problem.
        public init(path: String, problem: PathProblem) {
            self.path = path
            self.problem = problem
        }
    }

    /// A link or special file.
    public struct Irregular: Sendable, Hashable {
        /// The path as it was found.
        public let path: String
        /// What it is, with an article.
        public let kind: String

        /// A path and what stands there.
        public init(path: String, kind: String) {
            self.path = path
            self.kind = kind
        }
    }

    /// What `manifest.json` says.
    public var manifest: Reading<Manifest>
    /// What `notebook.json` says.
    public var description: Reading<NotebookDescription>
    /// The files that were found, but for the manifest, in the order of their paths.
    public var files: [FileFact]
    /// Names that are not portable.
    public var unportable: [Unportable]
    /// Links and special files.
    public var irregular: [Irregular]
    /// What an interrupted change left behind, in words; `nil` if nothing.
    public var pendingChange: String?

    /// An inspection with the given findings.
    public init(
        manifest: Reading<Manifest>, description: Reading<NotebookDescription>, files: [FileFact],
        unportable: [Unportable] = [], irregular: [Irregular] = [], pendingChange: String? = nil
    ) {
        self.manifest = manifest
        self.description = description
        self.files = files.sorted { $0.path < $1.path }
        self.unportable = unportable
        self.irregular = irregular
        self.pendingChange = pendingChange
    }

    /// Where the entry of a path is in the manifest; `nil` if the manifest is not in canonical form.
    func position(of path: BundlePath) -> TextPosition? {
        guard case .read(let manifest, _) = manifest,
            let index = manifest.entries.firstIndex(where: { $0.path == path })
        else {
            return nil
        }
        // Each entry is one line, behind four of the head.
        return TextPosition(line: index + 5, column: 5)
    }
}
