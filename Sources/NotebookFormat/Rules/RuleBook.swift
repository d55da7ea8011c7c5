/// All rules.
public enum RuleBook {
    /// The rules, in the order of their names.
    public static let all: [any Rule] = [
        ManifestIsPresent(), ManifestIsWellFormed(), VersionIsKnown(), ManifestIsCanonical(), ManifestAgreesWithItems(),
        DescriptionIsPresent(), DescriptionIsWellFormed(), DescriptionIsCanonical(), ListedFilesExist(), SizesMatch(),
        DigestsMatch(), NoFileIsUnlisted(), PathsArePortable(), FilesHaveTheirPlaces(), PathsAreDistinct(),
        NamesAreComposed(), ItemsAreReadable(), UniqueIdentifiersDiffer(), ItemsHaveUniqueIdentifiers(),
        ValuesAreAcceptable(), ItemsHaveNoByteOrderMark(), LinesEndInLineFeeds(), CardsHaveTwoSides(),
        BlobNamesCarryDigests(), BlobLinksResolve(), OnlyFilesAndDirectories(), NoChangeIsPending(),
    ]

    /// What all rules find, in the order of paths, positions and rules.
    public static func findings(in inspection: Inspection) -> [Finding] {
        all.flatMap { $0.findings(in: inspection) }.sorted { one, two in
            (one.path, one.position ?? .start, one.rule) < (two.path, two.position ?? .start, two.rule)
        }
    }

    /// The rule with a name, in any letter case; `nil` if there is none.
    public static func rule(_ name: String) -> (any Rule)? {
        all.first { $0.id.description == name.uppercased() || $0.name == name.lowercased() }
    }
}

extension TextPosition {
    fileprivate static let start = TextPosition(line: 0, column: 0)
}
