import Foundation
import Testing

@testable import Archives

struct `A temporary file of the reader of archives` {
    /// Where the file system has files without names.
    static let folder = "/dev/shm"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: folder), "there is no \(folder)"))
    func `has no name that a signal could leave behind`() throws {
        let file = try Descriptor(temporaryIn: Self.folder)
        let place = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.number)")
        #expect(place.hasPrefix(Self.folder) && !place.contains("archive-"))
    }

    @Test func `says in which folder it cannot be made`() {
        #expect {
            _ = try Descriptor(temporaryIn: "/none")
        } throws: { "\($0)".contains("/none") }
    }
}
