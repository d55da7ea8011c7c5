import NotebookBundle

/// What a merge did, in an answer.
struct MergeRow: Encodable {
    let base: String
    let fingerprint: String
    let notebook: [DifferenceRow.Value]
    let lostValues: [DifferenceRow.Value]
    let files: [File]
    let leftOut: [String]

    /// A file that was taken, merged, moved or kept.
    struct File: Encodable {
        let path: String
        let change: String
        let from: String?
        let conflict: String?
        let places: Int?
        let other: String?
    }
}

extension MergeRow {
    init(_ merge: NotebookMerge) {
        base =
            switch merge.origin {
            case .common(let fingerprint): fingerprint.description
            case .given: "given"
            case .unknown: "unknown"
            }
        fingerprint = merge.fingerprint.description
        notebook = merge.notebook.map(DifferenceRow.Value.init)
        lostValues = merge.lostValues.map(DifferenceRow.Value.init)
        files = merge.files.map(File.init)
        leftOut = merge.leftOut
    }
}

extension MergeRow.File {
    fileprivate init(_ file: MergedFile) {
        (path, change, from) = (file.path.text, file.change.rawValue, file.oldPath?.text)
        switch file.conflict {
        case .places(let count)?: (conflict, places, other) = ("places", count, nil)
        case .path(let path)?: (conflict, places, other) = ("path", nil, path.text)
        case .version(let path)?: (conflict, places, other) = ("version", nil, path.text)
        case nil: (conflict, places, other) = (nil, nil, nil)
        }
    }
}
