import Testing

/// Words that completion offers are ones that the verb accepts.
struct `A completed word` {
    private static let smartFolders = ["Today", "This Week", "Pinned"]

    private static func offered(_ line: String, after more: [String] = []) throws -> [String] {
        let workplace = try Workplace()
        for line in [
            "create N", "add N note --title Heron --body x", "add N card --front Question --back Answer",
        ] + more {
            #expect(try workplace.run("bundle \(line)").status == 0, "\(line)")
        }
        let result = try workplace.run("bundle __complete \(line)")
        #expect(result.status == 0, "\(line)")
        return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test(arguments: [
        "smart add ''", "smart edit Today ''", "smart ls ''", "smart edit Today --name ''", "library places ''",
        "tasks ls ''", "config list ''",
    ])
    func `is none where a new name belongs, or nothing`(line: String) throws {
        #expect(try Self.offered(line) == [])
    }

    @Test(arguments: ["smart rm ''", "smart rm Today ''", "smart icon ''", "smart order Today --before ''"])
    func `is a smart folder where one belongs`(line: String) throws {
        #expect(try Self.offered(line) == Self.smartFolders)
    }

    @Test(arguments: ["smart add Foo ''", "smart edit Today --query ''"])
    func `begins a query where one belongs`(line: String) throws {
        let offered = try Self.offered(line)
        #expect(offered.contains("title") && offered.allSatisfy { !Self.smartFolders.contains($0) }, "\(offered)")
    }

    @Test(arguments: ["--history", "--suspend", "--bury", "--release"])
    func `is a card where only cards fit`(option: String) throws {
        let offered = try Self.offered("study \(option) ''")
        #expect(offered.count == 1 && offered[0].contains("Question"), "\(offered)")
        #expect(try Self.offered("study \(option) Her") == [])
    }

    @Test func `begins with a hyphen only where it is no option`() throws {
        let items = ["add N note --title=-dash --body x", "tag N add zoo Heron"]
        #expect(try Set(Self.offered("show ''", after: items)) == ["Heron", "Question", "N.notebundle"])
        #expect(try Self.offered("show -- -d", after: items) == ["-dash"])
        #expect(try Self.offered("search N -tag:", after: items) == ["-tag:zoo"])
        #expect(try Self.offered("search N --js", after: items) == ["--json"])
        #expect(try Self.offered("add N note --tag -- --pi") == ["--pin"])
    }

    @Test func `is a setting of the user, or of the notebook that is named`() throws {
        let (yours, notebooks) = (try Self.offered("config set ''"), try Self.offered("config -n N set ''"))
        #expect(yours.contains("editor") && !yours.contains("inboxFolder"), "\(yours)")
        #expect(notebooks.contains("inboxFolder") && !notebooks.contains("editor"), "\(notebooks)")
    }
}
