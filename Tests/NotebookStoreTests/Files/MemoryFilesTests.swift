import Foundation
@testable import NotebookFiles
import Testing

struct `Files in memory` {
    @Test func `are not renamed where they are missing`() throws {
        let files = try MemoryFiles([:]).open(.exclusive, .zero, name: "N")
        for rename in [files.rename, files.renameExclusively] {
            #expect(throws: SystemError.self) { try rename(DiskPath("missing"), DiskPath("new")) }
        }
        try files.makeDirectory(DiskPath("old"))
        try files.rename(DiskPath("old"), to: DiskPath("new"))
        #expect(try files.status(DiskPath("new"))?.kind == .directory && files.status(DiskPath("old")) == nil)
    }
}
