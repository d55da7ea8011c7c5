/// Resolves the links of a text for the HTML that is made from it.
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
    /// An address within the output that is made from the notebook.
    case inside(String)
    /// A link that cannot be followed, and why.
    case none(String)
}

/// What is shown for an image or an embed.
package enum HTMLEmbed: Equatable, Sendable {
    /// A picture by its address.
    case picture(String)
    /// A picture that was already shown, by its `id`.
    case repeated(String)
    /// A picture that may be shown again later: its `id`, and its address.
    case named(String, String)
    /// A recording.
    case sound(String)
    /// A film.
    case film(String)
    /// Something missing, and why it is missing.
    case absent(String)
    /// Something to link to instead of showing it.
    case link(HTMLLink)
}

/// The targets of plain CommonMark: the destinations as they are written.
struct WrittenTargets: HTMLTargets {
    func link(_ name: FoundLink.Name) -> HTMLLink { .inside(name.written) }
    func embed(_ name: FoundLink.Name) -> HTMLEmbed { .picture(name.written) }
}
