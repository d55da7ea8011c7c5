import NotebookCheck
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

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
