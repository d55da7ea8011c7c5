import Testing

struct `A change whose record cannot be read` {
    /// A notebook whose latest change, with this number, has a record that was cut off.
    private static func workplace() throws -> (workplace: Workplace, number: Int) {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        _ = try workplace.run("bundle add N note --title A --body one")
        _ = try workplace.run("bundle edit N A --append two")
        _ = try workplace.run("bundle edit N A --append three")
        let names = try workplace.run("ls N.notebundle/.history/changes").output.split(separator: "\n")
        let number = try #require(names.compactMap { Int($0.dropLast(".json".count)) }.max())
        _ = try workplace.run("printf '{' > N.notebundle/.history/changes/\(number).json")
        return (workplace, number)
    }

    @Test func `is named by the log, which does not blame another program`() throws {
        let (workplace, number) = try Self.workplace()
        let log = try workplace.run("bundle log N")
        #expect(log.status == 0)
        #expect(log.errors.hasPrefix("note: change \(number) cannot be read; ‘bundle validate"), "\(log)")
        #expect(log.errors.hasSuffix("’ says why\n"), "\(log)")
        #expect(log.output.contains("  (change \(number) cannot be read)\n"), "\(log)")
        #expect(!log.output.contains("another program"), "\(log)")
    }

    @Test func `is the reason why it and what it changed cannot be undone`() throws {
        let (workplace, number) = try Self.workplace()
        for words in ["undo N", "undo N \(number)", "undo N \(number - 1)"] {
            let undo = try workplace.run("bundle \(words)")
            #expect(undo.status == 1)
            #expect(
                undo.errors.hasPrefix("bundle: cannot undo: the record of change \(number) cannot be read\nhint: list"),
                "\(words): \(undo)")
        }
        let redo = try workplace.run("bundle redo N")
        #expect(redo.errors.hasPrefix("bundle: cannot redo: the record of change \(number) "), "\(redo)")
    }
}

struct `A change of the manifest alone` {
    @Test func `is listed as such, and undo passes over it`() throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        _ = try workplace.run("bundle add N note --title A --body one")
        _ = try workplace.run("printf x > N.notebundle/manifest.json")
        _ = try workplace.run("bundle seal N")
        let log = try workplace.run("bundle log N --limit 1")
        #expect(log.output.contains("seal  the manifest\n"), "\(log)")
        #expect(try workplace.run("bundle undo N").output.contains("“A”"))
    }
}
