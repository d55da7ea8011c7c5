import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// A step of a fix or repair that was or would be done.
public struct FixStep: Hashable, Sendable {
    /// What was done.
    public enum Action: String, Sendable, CaseIterable {
        /// An interrupted change was completed or undone.
        case recovered
        /// A file was moved or copied to a place where nothing interprets it.
        case setAside = "set aside"
        /// A text was rebuilt from what could be read.
        case rebuilt
        /// A file was renamed.
        case renamed
        /// A file is accepted as it is, though the manifest says otherwise.
        case accepted
        /// Parts of a text were rewritten.
        case rewritten
        /// The manifest was rebuilt.
        case sealed
        /// Something is known to be lost.
        case lost
    }

    /// The action.
    public let action: Action
    /// The file, safe to print.
    public let path: String
    /// Its new place, or that of a copy, safe to print; `nil` if it stays.
    package let newPath: String?
    /// Details, safe to print; may be empty.
    package let detail: String

    init(_ action: Action, _ path: String, to newPath: String? = nil, _ detail: String = "") {
        self.action = action
        self.path = PrintableText.escaped(path)
        self.newPath = newPath.map { PrintableText.escaped($0) }
        self.detail = detail
    }

    /// Everything except the action, in one line.
    public var text: String {
        path + (newPath.map { " -> \($0)" } ?? "") + (detail.isEmpty ? "" : " (\(detail))")
    }
}

extension FixReport {
    /// The steps that were or would be done, except for the manifest.
    package var steps: [FixStep] { firstSteps + nameSteps + acceptedSteps + textSteps }

    /// The step that rewrites a correct manifest in canonical form.
    package var manifestStep: FixStep? {
        rewritesManifest ? FixStep(.rewritten, BundlePath.manifest.text, "canonical form") : nil
    }

    private var nameSteps: [FixStep] {
        var steps = composed.map { FixStep(.renamed, $0, "in Normalization Form C") }
        steps += renames.map { rename in
            let bytes = rename.oldBytes.map { "not UTF-8; its bytes: \(Self.hexadecimal($0))" }
            return FixStep(.renamed, rename.old, to: rename.new.text, bytes ?? "")
        }
        for (old, new) in plan.adoptions.sorted(by: { $0.key < $1.key }) {
            steps.append(FixStep(.renamed, old.text, to: new.text))
        }
        return steps
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }

    private var acceptedSteps: [FixStep] {
        guard plan.hasManifest else {
            return [FixStep(.accepted, "manifest.json", "lists no files; all files are accepted as they are")]
        }
        let renamed = Set(renames.map(\.new) + plan.adoptions.keys)
        let old = Set(renames.map(\.old))
        return plan.changes.differences.compactMap { difference in
            let path = difference.path.text
            guard !renamed.contains(difference.path) else { return nil }
            switch difference.change {
            case .changed: return FixStep(.accepted, path, "changed")
            case .added: return FixStep(.accepted, path, "added")
            case .removed: return old.contains(path) ? nil : FixStep(.accepted, path, "removed")
            case .moved(let source): return FixStep(.accepted, source.text, to: path, "moved")
            }
        }
    }

    private var textSteps: [FixStep] {
        let fixes = plan.fixes
        var steps: [FixStep] = []
        if fixes.description != nil {
            steps.append(FixStep(.rewritten, BundlePath.notebook.text, "canonical form"))
        }
        for path in Set(fixes.items.keys).union(plan.amendments.keys).union(relinked).sorted() {
            let (fix, amendment) = (fixes.items[path], plan.amendments[path])
            var reasons: [String] = []
            if fix?.dropsByteOrderMark == true { reasons.append("byte order mark") }
            if fix?.fixesLineEnds == true { reasons.append("line ends") }
            if amendment?.restored != nil { reasons.append("uuid, title and tags from the manifest") }
            if amendment?.uuid != nil, amendment?.restored == nil { reasons.append("uuid") }
            if amendment?.created != nil { reasons.append("creation date") }
            if fix?.modified != nil || amendment?.modified != nil { reasons.append("modification date") }
            if fix?.rewritesTags == true { reasons.append("tags") }
            if relinked.contains(path) { reasons.append("links") }
            steps.append(FixStep(.rewritten, path.text, reasons.joined(separator: ", ")))
        }
        return steps
    }
}
