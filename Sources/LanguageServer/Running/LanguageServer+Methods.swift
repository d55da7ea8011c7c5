import NotebookBundle

extension LanguageServer {
    /// Starts a server that waits for `initialize`.
    package convenience init(_ environment: Environment) {
        self.init(environment, answering: Self.methods) { try $0.sealAfterSaving($1) }
    }

    /// What answers each request.
    private static let methods: [String: Handler] = [
        "textDocument/definition": LanguageServer.definition,
        "textDocument/references": LanguageServer.references,
        "textDocument/hover": LanguageServer.hover,
        "textDocument/completion": LanguageServer.completion,
        "completionItem/resolve": LanguageServer.resolveCompletion,
        "textDocument/prepareRename": LanguageServer.prepareRename,
        "textDocument/rename": LanguageServer.rename,
        "workspace/willRenameFiles": LanguageServer.willRenameFiles,
        "textDocument/codeAction": LanguageServer.codeActions,
        "codeAction/resolve": LanguageServer.resolveAction,
        "textDocument/willSaveWaitUntil": LanguageServer.willSave,
        "workspace/executeCommand": LanguageServer.executeCommand,
        "textDocument/documentSymbol": LanguageServer.documentSymbols,
        "workspace/symbol": LanguageServer.workspaceSymbols,
        "textDocument/foldingRange": LanguageServer.foldingRanges,
        "textDocument/codeLens": LanguageServer.codeLenses,
        "codeLens/resolve": LanguageServer.resolveLens,
        "textDocument/documentLink": LanguageServer.documentLinks,
    ]
}
