public import NotebookQuery
public import NotebookStore
public import NotebookStudy

extension NotebookReading {
    /// The cards as the user studies them, with all reviews.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func studyDeck(
        of items: [Item]? = nil, besides records: StudyRecords = StudyRecords(),
        _ settings: StudySettings = StudySettings(), in context: QueryContext? = nil
    ) async throws -> StudyDeck {
        try await read { try $0.studyDeck(of: items, besides: records, settings, in: context) }
    }
}
