import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookText

extension ForeignFindings {
    /// The title as the format accepts it, which may leave its end to a property; empty if there is none.
    final func title(of note: inout ForeignNote) -> String {
        let written = (note.title ?? "").trimmedOfSpace
        if let title = Title.accepted(written) { return title }
        let cleaned = written.unicodeScalars.map { Title.isForbidden($0) ? " " : String(Character($0)) }.joined()
        let whole = cleaned.split(separator: " ").joined(separator: " ")
        let title = Title.accepted(String(whole.prefix(bytes: 1000))) ?? ""
        let isShortened = title.utf8.count < whole.utf8.count
        if isShortened { note.add("full-title", whole) }
        lose(
            .titleChanged,
            isShortened
                ? "the title was longer than 1,000 bytes; the property “full-title” has all of it"
                : "the title had characters that no title can have; spaces replace them", note: title,
            place: note.place, target: written)
        return title
    }

    /// The front matter of a note, without text.
    final func head(
        of note: ForeignNote, _ uuid: UniqueIdentifier, _ title: String
    ) throws(TextProblem) -> ItemFile {
        let tags = tags(of: note, title)
        let created = note.created ?? note.modified
        let isBefore = note.modified.flatMap { modified in created.map { modified < $0 } } ?? false
        if isBefore, let modified = note.modified {
            lose(
                .dateInvalid, "it was changed before it was created: the date of the change is left out", note: title,
                place: note.place, target: "\(modified)")
        }
        var item = try ItemFile(
            metadata: ItemMetadata(
                uuid: uuid, title: title.isEmpty ? nil : title, created: created,
                modified: isBefore || note.modified == created ? nil : note.modified, pinned: note.isPinned,
                tags: tags),
            body: [])
        var keys: Set<ComparisonKey> = []
        let properties = note.properties.map { renamed($0, note, title) }.filter { key, _ in
            if keys.insert(ComparisonKey(key)).inserted { return true }
            lose(
                .valueDropped, "another property has the name “\(key)”", note: title, place: note.place, target: key)
            return false
        }
        do throws(TextProblem) {
            return try item.adding(properties)
        } catch {
            // One of them cannot be written: each is tried on its own.
        }
        for (key, value) in properties where item.property(key) == nil {
            do throws(TextProblem) {
                item = try item.setting(property: key, to: value)
            } catch {
                lose(
                    .valueDropped, "the value of “\(key)” cannot be a property: \(error.message)", note: title,
                    place: note.place, target: key)
            }
        }
        return item
    }

    /// A property with another name, if the format has a key of its name.
    final private func renamed(
        _ property: (key: String, value: PropertyValue), _ note: ForeignNote, _ title: String
    ) -> (key: String, value: PropertyValue) {
        guard let known = PropertyKey.known(property.key) else { return property }
        let key = PropertyNotation.prefix + property.key
        lose(
            .propertyKept, "the format has a key “\(known.rawValue)”; kept as the property “\(key)”", note: title,
            place: note.place, target: property.key)
        return (key, property.value)
    }

    /// The tags of a note, each once.
    final private func tags(of note: ForeignNote, _ title: String) -> [Tag] {
        var tags: [Tag] = []
        var known: [ComparisonKey: String] = [:]
        func report(_ written: String, _ change: String) {
            lose(.tagChanged, change, note: title, place: note.place, target: written)
        }
        for written in note.tags.map(\.trimmedOfSpace) where !written.isEmpty {
            if let tag = Tag(written) {
                if tag.text != written { report(written, "the tag became “\(tag.text)”") }
                let same = known[tag.key] ?? tag.text
                if same != tag.text { report(written, "the tag is the same as “\(same)”") }
                known[tag.key] = same
                tags.append(tag)
                continue
            }
            let parts = written.split { ",\n\t".contains($0) }.compactMap { Tag($0.trimmedOfSpace) }
            report(written, parts.isEmpty ? "the tag cannot be kept" : "the tag became \(parts.count)")
            tags += parts
        }
        return Tag.unique(tags)
    }

    /// Compares the tasks and tables of a text with those of the source.
    final func count(_ note: ForeignNote, _ item: ItemFile, _ title: String) {
        guard note.tasks > 0 || note.tables > 0 else { return }
        let counts = MarkdownCounts(MarkdownDocument(item.bytes, from: item.bodyStart))
        for (kind, expected, arrived) in [
            (ImportBalance.Kind.tasks, note.tasks, counts.tasks), (.tables, note.tables, counts.tables),
        ] {
            balance.settle(kind, .written, min(arrived, expected))
            guard arrived < expected else { continue }
            lose(
                .noteLost, "\(expected - arrived) of \(expected) \(kind.rawValue) did not arrive", note: title,
                place: note.place, target: kind.rawValue)
        }
    }
}
