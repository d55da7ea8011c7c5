import EditorWire
import NotebookBundle

/// What an editor can do, as far as it matters here.
struct ClientCapabilities: Sendable {
    /// How positions count characters.
    var encoding = PositionEncoding.utf16
    /// Whether an edit can name the versions of documents.
    var hasDocumentChanges = false
    /// What an edit can do to files: `create`, `rename`, `delete`.
    var fileEdits: Set<String> = []
    /// Whether the editor watches files when it is asked to.
    var canWatch = false
    /// Whether it asks before it renames files.
    var asksBeforeRenaming = false
    /// Whether actions can be more than commands.
    var hasActionKinds = false
    /// Whether it asks for the edits of an action once that is chosen.
    var resolvesActions = false
    /// Whether it makes edits that nobody asked it for.
    var appliesEdits = false
    /// Whether symbols can contain others.
    var hasNestedSymbols = false
    /// Whether the editor shows Markdown where one points at something.
    var pointsInMarkdown = true
    /// Whether the editor shows Markdown beside what it completes.
    var completesInMarkdown = false

    /// The capabilities of an editor that said nothing.
    init() {}

    /// Reads `initialize`.
    init(_ params: JSONValue) {
        let capabilities = params["capabilities"]
        let workspace = capabilities?["workspace"]
        let document = capabilities?["textDocument"]
        let offered = capabilities?["general"]?["positionEncodings"]?.array?.compactMap(\.string) ?? []
        // Our texts are UTF-8, so that needs no counting.
        encoding = [.utf8, .utf16, .utf32].first { offered.contains($0.rawValue) } ?? .utf16
        fileEdits = Set(
            workspace?["workspaceEdit"]?["resourceOperations"]?.array?.compactMap(\.string) ?? [])
        // Neovim 0.7 names only the operations, which are document changes.
        hasDocumentChanges = workspace?["workspaceEdit"]?["documentChanges"]?.isTrue ?? false || !fileEdits.isEmpty
        canWatch = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.isTrue ?? false
        asksBeforeRenaming = workspace?["fileOperations"]?["willRename"]?.isTrue ?? false
        let action = document?["codeAction"]
        hasActionKinds = action?["codeActionLiteralSupport"] != nil
        resolvesActions =
            action?["dataSupport"]?.isTrue ?? false
            && Self.has("edit", action?["resolveSupport"]?["properties"]) ?? false
        appliesEdits = workspace?["applyEdit"]?.isTrue ?? false
        hasNestedSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.isTrue ?? false
        pointsInMarkdown = Self.has("markdown", document?["hover"]?["contentFormat"]) ?? true
        let item = document?["completion"]?["completionItem"]
        completesInMarkdown = Self.has("markdown", item?["documentationFormat"]) ?? false
    }

    /// Whether a list has a word; `nil` if there is none.
    private static func has(_ word: String, _ list: JSONValue?) -> Bool? { list?.array?.contains { $0.string == word } }

    /// Whether an edit can contain an operation on files.
    func can(_ operation: String) -> Bool { hasDocumentChanges && fileEdits.contains(operation) }
}
