/// Where the links of a text lead in the HTML that is made from it.
package protocol HTMLTargets {
    /// The target of a link.
    mutating func link(_ name: FoundLink.Name) -> HTMLLink
    /// What is shown for an image or an embed.
    mutating func embed(_ name: FoundLink.Name) -> HTMLEmbed
}

/// The target of a link.
package enum HTMLLink: Equatable, Sendable {
    /// An address outside the notebook.
    case outside(String)
    /// An address within what is made from the notebook.
    case inside(String)
    /// A link that cannot be followed, and why.
    case none(String)
}

/// What is shown for an image or an embed.
package enum HTMLEmbed: Equatable, Sendable {
    /// A picture by its address.
    case picture(String)
    /// A picture that was shown before, by its `id`.
    case repeated(String)
    /// A picture that is shown here and perhaps again: its `id`, and its address.
    case named(String, String)
    /// A recording.
    case sound(String)
    /// A film.
    case film(String)
    /// Something that is not there, and why.
    case absent(String)
    /// Something that is only linked.
    case link(HTMLLink)
}

/// The targets of CommonMark, which are what is written.
struct WrittenTargets: HTMLTargets {
    func link(_ name: FoundLink.Name) -> HTMLLink { .inside(name.written) }
    func embed(_ name: FoundLink.Name) -> HTMLEmbed { .picture(name.written) }
}
