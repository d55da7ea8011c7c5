import Foundation
import TestSupport
import Testing

/// The archives of the kit that are to be what a writer makes.
@Suite(.waitsForPrograms) struct `Archives of the kit that a writer made` {
    @Test(arguments: ["zip", "tar", "tar.gz", "tar.zst", "tar.xz"])
    func `are what the tool makes`(ending: String) throws {
        let notebook = ConformanceKit.folder.appending(path: "valid-breadth.notebundle").path
        let file = ConformanceKit.folder.appending(path: "valid-written.notebundle.\(ending)").path
        let result = try Tool.run("archive", notebook, "--check", file)
        // Compressed bytes are those of the libraries, of which there are several versions.
        let isSame = result.status == 0 || ending != "tar" && result.output.contains("has the same members")
        #expect(isSame, "\(result.output)\(result.errors)")
    }
}
