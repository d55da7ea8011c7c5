import NotebookBundle

/// What a merge did, as short lines for people.
struct MergeLines {
    private let style: Style

    init(_ style: Style) { self.style = style }

    /// The line of a file.
    func line(_ file: MergedFile) -> String {
        let path = PrintableText.escaped(TrashedPath(file.path)?.oldPath.text ?? file.path.text)
        let isMove = ![.trashed, .restored, .returned, .recovered].contains(file.change)
        let old = file.oldPath.flatMap { isMove ? PrintableText.escaped($0.text) + " -> " : nil } ?? ""
        let label = file.conflict == nil ? file.change.rawValue : "conflict"
        return coloured(label.padded(to: 10), file) + old + path + details(file)
    }

    private func coloured(_ label: String, _ file: MergedFile) -> String {
        guard file.conflict == nil else { return style(label, .red) }
        return switch file.change {
        case .added, .restored, .returned, .recovered: style(label, .green)
        case .trashed, .removed: style(label, .red)
        default: style(label, .yellow)
        }
    }

    private func details(_ file: MergedFile) -> String {
        let text: String? =
            switch file.conflict {
            case .places(let count)?: "\(Wording.count(count, "place")) with both versions"
            case .path(let path)?: "in the other copy \(PrintableText.escaped(path.text))"
            case .version(let path)?: "the other version is in the trash: \(PrintableText.escaped(path.text))"
            case nil:
                switch file.change {
                case .kept: "deleted in the other copy"
                case .returned where FileType(of: file.path) == .blob: "gone here, used in the other copy"
                case .returned: "deleted here, changed in the other copy"
                case .recovered:
                    TrashedPath(file.path) == nil ? "was missing here" : "was missing here; it is in the trash"
                case .trashed, .removed, .restored: nil
                default: TrashedPath(file.path) == nil ? nil : "it is in the trash"
                }
            }
        return text.map { "  " + style($0, .dim) } ?? ""
    }

    /// The values of the notebook that changed, without those that somebody has to choose.
    static func values(_ merge: NotebookMerge) -> [DescriptionChange] {
        merge.notebook.filter { $0.key != ValueConflict.listKey || merge.lostValues.isEmpty }
    }

    /// How many files of each kind there are, in one line.
    static func counts(_ merge: NotebookMerge) -> String {
        let taken = merge.files.filter { $0.change != .kept || $0.conflict != nil }
        guard !merge.isEmpty || !taken.isEmpty else {
            return merge.files.isEmpty ? "nothing to merge" : "\(merge.files.count) kept"
        }
        let values = values(merge).count
        let parts = MergedFile.Change.allCases.compactMap { change -> String? in
            let count = taken.count { $0.change == change && $0.conflict == nil }
            return count > 0 ? "\(count) \(change.rawValue)" : nil
        }
        let conflicts = merge.conflicts.count + merge.lostValues.count
        let ends = [
            values > 0 ? "\(Wording.count(values, "value")) of the notebook" : nil,
            conflicts > 0 ? Wording.count(conflicts, "conflict") : nil,
        ]
        return ([ends[0]] + parts + [ends[1]]).compactMap(\.self).joined(separator: ", ")
    }

    /// A note about a value that both copies changed.
    static func note(_ value: DescriptionChange) -> String {
        let subject = value.name.isEmpty ? value.key : "\(value.key) of \(PrintableText.quoted(value.name))"
        let other = value.new.map { "the value that was not taken is \(PrintableText.quoted($0))" } ?? "one removed it"
        return "both copies changed \(subject): \(other)"
    }
}

/// What a merge did, in an answer.
struct MergeRow: JSONRow {
    let base: String
    let fingerprint: String
    let notebook: [DifferenceRow.Value]
    let lostValues: [DifferenceRow.Value]
    let files: [File]
    let leftOut: [String]

    /// A file that was taken, merged, moved or kept.
    struct File: JSONRow {
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
