import NotebookBundle

/// The option that names a template, and the time that its placeholders show.
enum TemplateOption {
    static let option = Option.path(
        "template", "NAME", "Make it from this template (a note in the folder of templates)", kind: .template)

    /// The user's local time.
    static func now(_ session: Session) -> LocalMoment {
        let now = session.world.now()
        return LocalMoment(now, secondsFromUTC: session.terminal.timeZoneOffset(now))
    }

    /// A new item with a text, from the template that the command line names, or without one.
    ///
    /// - Parameters:
    ///   - fallback: The value of `{{title}}` if there is no title.
    ///   - source: Where the text comes from, for messages.
    ///   - isFile: Whether the text is that of a file, which may have front matter.
    static func item(
        _ type: FileType, _ arguments: Arguments, _ session: Session, in directory: NotebookDirectory, text: [UInt8],
        title: String?, fallback: String, source: String, isFile: Bool
    ) throws -> NewItem {
        if let title, PortableName.made(from: title) == nil { throw NotebookError.noFileName(title) }
        guard let name = arguments[option] else {
            var new = try GivenText.item(type, text, from: source, isFile: isFile)
            new.title = title ?? new.title
            return new
        }
        guard try !isFile || ItemFile(text).bodyStart == 0 else {
            throw UsageError.conflict("a text with front matter and --template cannot be combined")
        }
        let template = try directory.read { try $0.template(name, type) }
        return try NewItem(type, from: template, title: title, fallback: fallback, at: now(session), text: text)
    }
}
