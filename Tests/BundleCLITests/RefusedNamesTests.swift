import Testing

/// Names and places that are refused, by what was typed.
struct `A refused name` {
    @Test func `of a folder with several levels says what moves folders`() throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        _ = try workplace.run("bundle folder N add Birds")
        let result = try workplace.run("bundle folder N rename Birds a/b")
        #expect(result.status == 64)
        #expect(
            result.errors == """
                bundle: NAME: “a/b” is a path; a name is one level, without “/”
                hint: ‘bundle folder move FOLDER --to OTHER’ moves a folder

                """)
    }

    @Test(arguments: [
        (String(repeating: "f", count: 260), "use shorter names"),
        (String(repeating: "f/", count: 40), "use fewer folders inside each other"), ("CON", "choose another name"),
        ("a|b", "leave out < > : \" \\ | ? * and invisible characters"),
    ])
    func `of a folder says what is wrong with this one`(name: String, hint: String) throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        let result = try workplace.run("bundle folder N add '\(name)'")
        #expect(result.errors.hasSuffix("\nhint: \(hint)\n"), "\(result.errors)")
    }

    @Test func `of a new notebook within another is that of the new one`() throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        let created = try workplace.run("bundle create N.notebundle/Inner")
        #expect(created.status == 64)
        let problem = "cannot write N.notebundle/Inner.notebundle in the notebook N.notebundle; use another path"
        #expect(created.errors.hasPrefix("bundle: \(problem)\n"), "\(created.errors)")
        let repaired = try workplace.run("bundle repair N -o N.notebundle/Inner")
        #expect(repaired.status == 64)
        #expect(repaired.errors.hasPrefix("bundle: \(problem)\n"), "\(repaired.errors)")
        #expect(try workplace.run("bundle create N").errors.contains("already exists"))
    }

    @Test func `of an item to copy is looked for in its notebook, by the hint as well`() throws {
        let workplace = try Workplace()
        for name in ["A", "B"] { _ = try workplace.run("bundle create \(name)") }
        for call in ["duplicate A Nothing", "copy A Nothing --to B"] {
            let result = try workplace.run("bundle \(call)")
            #expect(result.errors.hasSuffix("\nhint: list all items with ‘bundle ls -n A’\n"), "\(result.errors)")
        }
        // What is wrong with the other notebook is not looked for in the first.
        _ = try workplace.run("bundle archive B -o B.zip")
        let result = try workplace.run("bundle copy A Nothing --to B.zip")
        #expect(result.errors.hasSuffix("\nhint: unpack it with ‘bundle unarchive’\n"), "\(result.errors)")
    }
}
