/// What one system's HTML means, besides that of HTML itself.
package protocol HTMLRules {
    /// What an element becomes.
    mutating func replacement(of element: HTMLElement) -> HTMLReplacement

    /// Whether an item of a list is a task, and done; `nil` for others.
    mutating func task(_ item: HTMLElement, in list: HTMLElement) -> Bool?

    /// The destination of a link; `nil` to keep only its text.
    mutating func destination(of link: HTMLElement, text: String) -> String?

    /// What a picture, or another file shown in the text, becomes.
    mutating func picture(_ element: HTMLElement) -> HTMLReplacement

    /// Something that Markdown cannot say, or not in this place.
    mutating func lost(_ loss: HTMLLoss)

    /// An element that is not shown, and left out with everything in it.
    mutating func hidden(_ element: HTMLElement)

    /// An element of which only the text is kept, as code.
    mutating func flattened(_ element: HTMLElement)

    /// Whether highlighted text gets an element instead of `==`, which would be a gap in a card.
    var marksWithElements: Bool { get }
}

/// What an element becomes.
package enum HTMLReplacement: Sendable {
    /// What HTML says.
    case usual
    /// Nothing.
    case nothing
    /// Other nodes.
    case nodes([HTMLNode])
    /// Markdown within a line.
    case inline(String)
    /// The end of a line of the source, which readers need not show.
    case lineEnd
    /// A block of code, and its language.
    case code(String, info: String)
    /// The lines of a formula in TeX, which stands alone.
    case formula([String])
    /// The mark of a task.
    case task(isDone: Bool)
    /// A list of tasks, with their texts in Markdown.
    case tasks([(isDone: Bool, text: String)])
}

/// What is lost on the way to Markdown.
package enum HTMLLoss: Hashable, Sendable {
    /// A property of the style.
    case style(String)
    /// A drawing, which has no file.
    case drawing
    /// A formula without TeX, which stays as text: that text.
    case formula(String)
    /// A link around another link.
    case linkAroundLink
    /// A task within a table, which stays as a sign.
    case taskOutsideOfList
    /// A table within a table, which stays as text: that text.
    case tableInTable(String)
}

extension HTMLRules {
    /// What HTML says.
    package mutating func replacement(of element: HTMLElement) -> HTMLReplacement { .usual }

    /// No task.
    package mutating func task(_ item: HTMLElement, in list: HTMLElement) -> Bool? { nil }

    /// False: `==` is shorter.
    package var marksWithElements: Bool { false }
}
