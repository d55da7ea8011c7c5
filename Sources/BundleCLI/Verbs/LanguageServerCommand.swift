import LanguageServer
import NotebookBundle

/// The verb ‘lsp’.
struct LanguageServerCommand: Command {
    static let verb = Verb(
        "lsp", "Serve editors: complete, follow, rename and check links while you type",
        otherNames: ["language-server"],
        details: """
            Your editor starts it, and speaks the Language Server Protocol with it over standard input and output;
            docs/Editors.md has settings for many editors. It finds the notebook of each file that you open. Renames and
            other changes are edits of your editor: save them there, and run ‘seal’ afterwards.
            """,
        parameters: [],
        examples: [("lsp", "what the settings of an editor name")],
        statuses: [.finding: "the editor went away without saying so"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let session = session.outlivingItsReader()
        let server = LanguageServer(
            LanguageServer.Environment(
                open: { session.notebook(at: $0) },
                readPlain: { try LiveNotebook(plainFolder: $0, environment: session.notebookEnvironment) },
                home: session.terminal.environment["HOME"],
                validation: { path in
                    let entry = ValidationInputs.Entry(path: path, folder: nil)
                    return (try? ValidationFiles(session).settings(.nearest, for: entry)) ?? ValidationSettings()
                },
                now: {
                    LocalMoment(
                        session.notebookEnvironment.now(),
                        secondsFromUTC: session.terminal.timeZoneOffset(session.notebookEnvironment.now()))
                },
                version: ToolVersion.text, words: { $0.text(for: session.tool) },
                send: { bytes in
                    // Where nobody reads, the stream that is read ends as well.
                    try? session.write(bytes)
                    try? session.terminal.flush()
                }))
        let input = session.terminal.input
        let status = ServerConnection(server).run { try input(1 << 16) }
        return status == 0 ? .success : .finding
    }
}
