/// All rules.
public enum RuleBook {
    /// The rules, in the order of their names.
    public static let all: [any Rule] = [
        ManifestIsPresent(), ManifestIsWellFormed(), VersionIsKnown(), ManifestIsCanonical(),
        ManifestAgreesWithItems(), ManifestConformsToSchema(), ManifestListsPathsOnce(), TextsAreWithinTheLimits(),
        DescriptionIsPresent(),
        DescriptionIsWellFormed(), DescriptionIsCanonical(), DescriptionConformsToSchema(),
        SmartFolderQueriesAreReadable(), ListedFilesExist(),
        SizesMatch(), DigestsMatch(), NoFileIsUnlisted(), NoConflictCopies(), NamesHoldNoReservedCharacters(),
        FilesHaveTheirPlaces(), PathsAreDistinct(), NamesAreComposed(), NamesHoldNoControlCharacters(),
        NamesHoldNoInvisibleCharacters(), NamesHoldNoPrivateCharacters(), NamesHaveNoSpacesAtTheirEdges(),
        NamesDoNotEndInFullStops(), NamesAreNoDevices(), NamesAreUTF8(), NamesAreShort(), PathsAreShort(),
        PathsAreShallow(), PathsStayInside(), DirectoriesAreDistinct(), FilesAreNoDirectories(), PathsFitWindows(),
        ItemsAreUTF8(),
        UniqueIdentifiersDiffer(), ItemsHaveUniqueIdentifiers(), ValuesAreAcceptable(), ItemsHaveNoByteOrderMark(),
        LinesEndInLineFeeds(), CardsHaveTwoSides(), NoConflictMarkers(), ItemsHoldNoNUL(), FrontMatterParses(),
        ItemsAreWithinTheLimit(), DatesAreAcceptable(), TagsAreAcceptable(), ModifiedIsNotBeforeCreated(),
        DatesAreNotInTheFuture(), TagsDoNotRepeat(), TagsHaveOneSpelling(), BlobNamesCarryDigests(),
        BlobContentsMatchNames(), MediaTypesMatch(), BlobsAreReferenced(), BlobsAreStoredOnce(), BlobLinksResolve(),
        FileLinksResolve(), WikiLinksResolve(), HeadingsResolve(), LinksAreUnambiguous(),
        LinksDoNotLeadIntoTheTrash(), LinksStayInside(), NoSymbolicLinks(), NoChangeIsPending(), NoSpecialFiles(),
        NoHardLinks(), NoSystemFiles(), ArchiveIsIntact(), ArchiveAgreesWithItself(), ArchiveHoldsNothingElse(),
        MembersHaveNamesOfTheirOwn(), ArchiveIsNotEncrypted(), ArchiveUsesKnownFeatures(), FilesLieInOneDirectory(),
        MembersAreInOrder(), MembersHaveOneTime(), MembersHaveOneMode(), ThereAreNoDirectories(), MembersArePlain(),
        DirectoryHasTheNotebooksEnding(),
    ]

    /// The rules whose findings are never suppressed, since others rest on them.
    package static let fundamental = Set(all.filter(\.isFundamental).map(\.id))

    /// What rules find, in the order of paths, positions and rules; of very many findings the first, and how many more there
    /// are.
    ///
    /// - Throws: `RuleFailure` if a rule fails; that is never taken for “nothing found”.
    public static func judge(
        _ inspection: Inspection, by rules: [any Rule] = all, listing most: Int = Findings.mostInAll
    ) throws(RuleFailure) -> Findings {
        try Findings(of: rules, in: inspection, mostInAll: most)
    }

    /// The findings that ``judge(_:by:listing:)`` lists.
    ///
    /// - Throws: `RuleFailure` if a rule fails; that is never taken for “nothing found”.
    public static func findings(
        in inspection: Inspection, by rules: [any Rule] = all
    ) throws(RuleFailure) -> [Finding] {
        try judge(inspection, by: rules).listed
    }

    /// The rule with a name, in any letter case; `nil` if there is none.
    public static func rule(_ name: String) -> (any Rule)? {
        all.first { $0.id.description == name.uppercased() || $0.name == name.lowercased() }
    }

    /// The rules that a word means: an identifier, a name, or a family (`NB6`, `links`), in any letter case; `nil` if none.
    public static func selector(_ word: String) -> RuleSelector? {
        if let rule = rule(word) { return .rule(rule.id) }
        let family = RuleFamily.allCases.first {
            $0.rawValue == word.uppercased() || $0.name == word.lowercased()
        }
        return family.map(RuleSelector.family)
    }
}

/// A rule that could not do its work.
public struct RuleFailure: Error, Hashable, Sendable {
    /// The rule.
    public let rule: RuleID
    /// Why.
    public let reason: String
}
