import NotebookBundle

/// The bytes of items in both notebooks of a comparison: read at once, unless there are too many.
struct ItemTexts {
    private let sides: DiffSides
    private var old: [ComparedNotebook.Wanted: [UInt8]] = [:]
    private var new: [ComparedNotebook.Wanted: [UInt8]] = [:]

    /// The most bytes to keep in memory.
    private static let maximumBytes = 64 << 20

    init(of items: [ItemDifference], _ sides: DiffSides) throws {
        self.sides = sides
        let size = items.reduce(0) { $0 + ($1.old?.size ?? 0) + ($1.new?.size ?? 0) }
        guard size <= Self.maximumBytes else { return }
        old = try sides.old.contents(of: items.compactMap(\.old?.wanted))
        new = try sides.new.contents(of: items.compactMap(\.new?.wanted))
    }

    /// The bytes of an item before and after; empty where it does not exist.
    func of(_ item: ItemDifference) throws -> (old: [UInt8], new: [UInt8]) {
        (
            try item.old.map { try old[$0.wanted] ?? sides.old.content(of: $0) } ?? [],
            try item.new.map { try new[$0.wanted] ?? sides.new.content(of: $0) } ?? []
        )
    }
}

extension ComparedNotebook {
    /// The bytes of a file as it was compared.
    fileprivate func content(of file: ComparedFile) throws -> [UInt8] {
        try contents(of: [file.wanted])[file.wanted] ?? []
    }
}
