import NotebookCheck
import NotebookFiles
public import NotebookFormat
public import NotebookMerging
package import NotebookStore
package import NotebookText

/// What a merge took from another copy of a notebook, file by file.
public struct NotebookMerge: Sendable {
    /// The common state that both copies started from.
    package let origin: MergeOrigin
    /// The fingerprint of the other copy.
    package let fingerprint: Digest
    /// The files that were taken, merged, moved or kept, in the order of their paths.
    public internal(set) var files: [MergedFile] = []
    /// The values of `notebook.json` that changed.
    public internal(set) var notebook: [DescriptionChange] = []
    /// The values of `notebook.json` that both copies changed: the notebook keeps its own values and records these,
    /// those of the other copy.
    public internal(set) var lostValues: [DescriptionChange] = []
    /// The files of the other copy that could not be taken, because no notebook can contain their names, or their front
    /// matter is invalid.
    package internal(set) var leftOut: [String] = []
    /// Those of them that could not be read, such as a text that is not UTF-8.
    package internal(set) var unreadable: [UnsealableFile] = []
    /// The files of this copy that another program wrote and no notebook can hold: they stay as they are, and the merge
    /// takes them for what is listed.
    package internal(set) var leftHere: [UnsealableFile] = []

    /// Whether the notebook stays as it is.
    public var isEmpty: Bool { notebook.isEmpty && files.allSatisfy { $0.change == .kept } }

    /// The files with conflicts.
    public var conflicts: [MergedFile] { files.filter { $0.conflict != nil } }

    /// Whether both copies changed something that cannot be merged.
    package var hasConflicts: Bool { !conflicts.isEmpty || !lostValues.isEmpty }

    /// The files with both versions of something, marked, until somebody chooses.
    package var marked: [BundlePath] {
        files.compactMap { file in
            switch file.conflict {
            case nil, .version: nil
            case .places, .path: file.path
            }
        } + (lostValues.isEmpty ? [] : [.notebook])
    }
}

/// A file in a merge.
public struct MergedFile: Hashable, Sendable {
    /// What happened to a file.
    public enum Change: String, CaseIterable, Sendable {
        /// Only the other copy had it.
        case added
        /// Only the other copy had changed it.
        case updated
        /// Both copies had changed it.
        case merged
        /// Only its path changed.
        case moved
        /// The other copy had deleted it: it is in the trash now.
        case trashed
        /// The other copy had restored it from the trash.
        case restored
        /// The other copy had removed it from the trash.
        case removed
        /// The other copy had deleted it, but it was changed here, so it stays.
        case kept
        /// It had been deleted here, but the other copy had changed it, so it is back.
        case returned
        /// Another program had removed it here, and the other copy still had it.
        case recovered
    }

    /// What could not be merged.
    public enum Conflict: Hashable, Sendable {
        /// This many places of the item hold both versions: between conflict markers, or as a comment in its front
        /// matter.
        case places(Int)
        /// Both copies changed its folder or name; this is the path that was not chosen, which a comment in its front
        /// matter records.
        case path(BundlePath)
        /// Both copies changed a file that cannot be merged; the other version is in the trash, at this path.
        case version(BundlePath)
    }

    /// Its path now; for a removed file, its earlier path.
    public let path: BundlePath
    /// What happened to it.
    public let change: Change
    /// Its earlier path, if it differs.
    package var oldPath: BundlePath?
    /// What could not be merged.
    public var conflict: Conflict?
}

/// What another program wrote in a place, and a notebook cannot hold.
struct UnacceptableEdit: Failure {
    private let place: String
    private let path: String
    private let reason: String
    private let position: TextPosition?

    /// What sealing refused; `nil` if that names no file.
    init?(place: String, _ refusal: SealRefusal) {
        guard let first = refusal.refusals.first else { return nil }
        (self.place, path, reason, position) = (place, first.path, first.reason, first.position)
    }

    /// A file that replaced one that nobody else has.
    init(place: String, _ file: UnsealableFile) {
        (self.place, path, reason, position) = (place, file.path, file.reason, file.position)
    }

    var description: String {
        let position = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "cannot take \(place)/\(PrintableText.escaped(path))\(position): \(reason)"
    }

    var remedy: Remedy? {
        "correct it there with the program that wrote it, or move it out of that folder; then sync again"
    }

    var isFinding: Bool { true }
}
