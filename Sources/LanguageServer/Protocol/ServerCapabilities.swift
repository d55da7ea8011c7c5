import EditorWire
import NotebookBundle

/// What the server can do, as `initialize` announces it.
enum ServerCapabilities {
    static func json(_ client: ClientCapabilities, version: String) -> JSONValue {
        let folderOrFile = JSONValue.array([
            .object([
                ("scheme", .text("file")), ("pattern", .object([("glob", .text("**"))])),
            ])
        ])
        let capabilities = JSONValue.object([
            ("positionEncoding", .text(client.encoding.rawValue)),
            (
                "textDocumentSync",
                .object([
                    ("openClose", .boolean(true)), ("change", .integer(2)), ("willSaveWaitUntil", .boolean(true)),
                    ("save", .object([("includeText", .boolean(false))])),
                ])
            ),
            ("definitionProvider", .boolean(true)),
            ("referencesProvider", .boolean(true)),
            ("hoverProvider", .boolean(true)),
            (
                "completionProvider",
                .object([
                    ("triggerCharacters", .array(["[", "#", "(", "/", "@", "^", "!"].map(JSONValue.text))),
                    ("resolveProvider", .boolean(true)),
                ])
            ),
            ("renameProvider", .object([("prepareProvider", .boolean(true))])),
            (
                "codeActionProvider",
                .object([
                    ("resolveProvider", .boolean(client.resolvesActions)),
                    (
                        "codeActionKinds",
                        .array(
                            ["quickfix", "refactor.extract", "refactor.inline", "refactor", "source"].map(
                                JSONValue.text))
                    ),
                ])
            ),
            (
                "executeCommandProvider",
                .object([("commands", .array(ServerCommand.allCases.map { .text($0.rawValue) }))])
            ),
            ("documentSymbolProvider", .boolean(true)),
            ("workspaceSymbolProvider", .boolean(true)),
            ("foldingRangeProvider", .boolean(true)),
            ("codeLensProvider", .object([("resolveProvider", .boolean(true))])),
            ("documentLinkProvider", .object([("resolveProvider", .boolean(false))])),
            (
                "workspace",
                .object([
                    (
                        "workspaceFolders",
                        .object([("supported", .boolean(true)), ("changeNotifications", .boolean(true))])
                    ),
                    (
                        "fileOperations",
                        .object([
                            ("willRename", .object([("filters", folderOrFile)])),
                            ("didRename", .object([("filters", folderOrFile)])),
                            ("didCreate", .object([("filters", folderOrFile)])),
                            ("didDelete", .object([("filters", folderOrFile)])),
                        ])
                    ),
                ])
            ),
        ])
        return .object([
            ("capabilities", capabilities),
            ("serverInfo", .object([("name", .text("bundle")), ("version", .text(version))])),
        ])
    }
}

/// What the server does when the editor asks it to, as actions and lenses name it.
enum ServerCommand: String, CaseIterable {
    /// Accepts the files of a notebook as they are saved.
    case seal = "bundle.seal"
    /// Puts a note in the place of a link, and moves it to the trash.
    case inline = "bundle.inline"
    /// Lists the links to a note.
    case backlinks = "bundle.backlinks"
}
