import NotebookTestSupport
import TestSupport
import NotebookBundle
import Testing

struct `What is typed` {
    @Test(.timeLimit(.minutes(10)))
    func `is saved once, however many ask for it at the same time`() async throws {
        let notebook = try MemoryNotebook(title: "N")
        let item = try await notebook.edit { draft in try draft.add(try NewItem(.note, text: "0\n")) }.result
        let editor = try await Autosave(item, in: Notebook(notebook), delay: .seconds(3600))
        for number in 1...100 {
            await editor.type("\(number)\n")
            await withTaskGroup { group in
                for _ in 1...8 { group.addTask { await editor.save() } }
            }
            #expect(await !editor.hasUnsavedText)
            #expect(try notebook.text(of: item) == "\(number)\n")
        }
        var outcomes = editor.outcomes.makeAsyncIterator()
        for number in 1...100 {
            guard case .saved(_, let text)? = await outcomes.next() else {
                Issue.record("\(number) was not saved")
                return
            }
            #expect(text == "\(number)\n")
        }
    }
}
