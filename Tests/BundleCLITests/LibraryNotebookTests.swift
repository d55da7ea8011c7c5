import Testing

/// The notebook that verbs use if none is named.
struct `The notebook in use` {
    @Test(arguments: ["--sync Cloud", "--sync none", "--name Books", ""])
    func `stays in use when its library is added again`(options: String) throws {
        let workplace = try Workplace()
        for line in [
            "mkdir Cloud Elsewhere", "bundle library add Shelf", "bundle create Shelf/N", "bundle create Shelf/M",
            "bundle library use N",
        ] {
            #expect(try workplace.run(line).status == 0, "\(line)")
        }
        let added = try workplace.run("bundle library add Shelf \(options)")
        #expect(added.status == 0)
        #expect(!added.errors.contains("no longer"), "\(added.errors)")
        #expect(added.output.hasSuffix("\nnotebook: ~/Shelf/N.notebundle\n"), "\(added.output)")
        let other = try workplace.run("bundle library add Elsewhere")
        #expect(other.errors.hasPrefix("note: ~/Shelf/N.notebundle is no longer the default notebook; "), "\(other)")
        #expect(!other.output.contains("notebook: "), "\(other.output)")
    }
}
