/// Shared parts of the verbs that change the path or title of items.
enum Relocation {
    static let noLinks = Flag("no-links", "Do not update links")
    static let details = """
        Updates every link to and from the item, in the same change. Links keep their style, and are spelled more fully
        only where a shorter name would be ambiguous. Code is left alone, and so are the modification dates of items whose
        links change. Queries of smart folders that name a path or folder are updated, too.

        A link that cannot be rewritten in its place is left alone and reported; the rest of the change is made.
        """
    static let statuses: [ExitStatus: String] = [
        .finding: "ITEM matches no item, or several, or a link could not be updated (the rest of the change is made)"
    ]
}
