import NotebookFormat
import NotebookText

/// Notes in a JSON text, as other applications export them: an array, an object with `items` or `notes`, or one note.
struct JSONNotes {
    /// The notes, with their names in messages: `[3]`.
    private(set) var notes: [(place: String, note: JSONNote)] = []
    /// The description of a whole notebook, if the text has one.
    private(set) var description: NotebookDescription?
    /// What is skipped, and why.
    private(set) var leftOut: [String] = []
    /// What is changed or dropped.
    private(set) var lost: [String] = []

    /// Reads a text.
    ///
    /// - Throws: `ImportFailure` if it is not JSON, or contains no notes.
    init(_ bytes: [UInt8], shown: String) throws(ImportFailure) {
        let value: JSONValue
        do throws(TextProblem) {
            value = try JSONValue.read(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            let position = error.position(in: bytes)
            throw ImportFailure(path: shown, reason: "not valid JSON: line \(position.line): \(error.message)")
        }
        switch value.content {
        case .array(let elements): read(elements, below: "")
        case .object(let members):
            let list = members.first { $0.key == "items" } ?? members.first { $0.key == "notes" }
            if let list, case .array(let elements) = list.value.content {
                read(elements, below: list.key)
                readRest(members.filter { $0.key != list.key })
            } else {
                guard JSONNoteReader.isOneNote(members) else {
                    throw ImportFailure(path: shown, reason: "not a note: it has no \(JSONNoteReader.textKeys)")
                }
                read(value, at: "")
            }
        default: throw ImportFailure(path: shown, reason: "no notes: it is neither an array nor an object")
        }
        if notes.isEmpty, let reason = leftOut.first {
            throw ImportFailure(path: shown, reason: "no valid notes: \(reason)")
        }
    }

    private mutating func read(_ elements: [JSONValue], below key: String) {
        for (index, element) in elements.enumerated() { read(element, at: "\(key)[\(index)]") }
    }

    private mutating func read(_ value: JSONValue, at place: String) {
        var reader = JSONNoteReader(place)
        do throws(JSONNoteProblem) {
            let note = try reader.note(value)
            notes.append((place, note))
            // A key that is dropped from several notes is reported once.
            for text in reader.lost where !lost.contains(text) { lost.append(text) }
        } catch {
            leftOut.append(error.text)
        }
    }

    /// Reads the members other than the notes.
    private mutating func readRest(_ members: [JSONValue.Member]) {
        for member in members {
            if member.key == "notebook", let description = try? NotebookDescription(member.value) {
                self.description = description
            } else {
                lost.append("the key \(PrintableText.quoted(member.key)) was not imported")
            }
        }
    }
}
