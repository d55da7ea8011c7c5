import NotebookBundle

/// The daily notes of a notebook that git merges: both sides may have made one, each for itself.
struct DailyMerge {
    private let places: NoteLocations
    private let created: Timestamp
    private let templates: [NotePeriod: Template]

    /// What a notebook in the working tree says of daily notes; `nil` if it cannot be read.
    ///
    /// - Parameter folder: The path of the notebook from the working directory; empty for that.
    init?(_ folder: String, _ session: Session) {
        let notebook = session.notebook(at: session.absolute(folder.isEmpty ? "." : folder))
        let found = try? notebook.read { snapshot in
            let description = snapshot.listing.description
            let templates = NotePeriod.allCases.compactMap { period in
                (try? snapshot.template(description.settings.places.template(for: period))).map { (period, $0.text) }
            }
            return (description, Dictionary(templates) { first, _ in first })
        }
        guard let (description, templates) = found else { return nil }
        (places, created, self.templates) = (description.settings.places, description.created, templates)
    }

    /// What both sides began with, and the other version with the dates and times of the first; `nil` if the path is not
    /// that of a daily note.
    ///
    /// - Parameter path: Its path in the notebook.
    func joined(_ mine: [UInt8], _ theirs: [UInt8], at path: String) -> MergedContent.Joined? {
        guard let path = try? BundlePath(path) else { return nil }
        let date = (try? ItemFile(theirs))?.metadata.created ?? created
        guard let period = places.period(of: path, around: date) else { return nil }
        guard let aligned = templates[period]?.aligned(mine, theirs, title: path.stem) else { return (nil, theirs) }
        return (aligned.made, aligned.other)
    }
}
