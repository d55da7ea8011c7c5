package import NotebookText

/// The paths of the logs of reviews in a notebook (docs/Study.md).
package enum StudyFiles {
    /// The directory of the logs.
    package static let directory = "extras/org.notebundle.study/reviews"

    /// Whether a file belongs to studying, also in the trash.
    package static func contains(_ path: BundlePath) -> Bool {
        (TrashedPath(path)?.oldPath ?? path).text.begins(with: "extras/org.notebundle.study/")
    }

    /// The path of a device's log for the month of a time.
    ///
    /// - Throws: `PathProblem`, but not for names of devices.
    package static func path(_ device: StudyDevice, _ time: Timestamp) throws(PathProblem) -> BundlePath {
        try BundlePath(checking: "\(directory)/\(device.name)/\(name(time))")
    }

    /// The name of the log for the month of a time, such as `2026-11.jsonl`.
    package static func name(_ time: Timestamp) -> String { time.description.prefix(7) + ".jsonl" }

    /// Whether a file is a log.
    package static func isLog(_ path: BundlePath) -> Bool {
        path.text.begins(with: directory + "/") && path.text.ends(in: ".jsonl")
    }

    /// The largest accepted log, in bytes.
    package static let maximumBytes = 256 << 20

    /// Removes the conflict markers that git wrote into a log of reviews: keeps the lines of both sides, without duplicates; `nil`
    /// if there are no markers.
    package static func withoutConflictMarkers(_ bytes: [UInt8]) -> [UInt8]? {
        guard var conflict = ConflictMarkers.firstRange(in: bytes) else { return nil }
        var output: [UInt8] = []
        var known: Set<ArraySlice<UInt8>> = []
        var offset = 0
        while offset < bytes.count {
            let line = Line(at: offset, in: bytes)
            if offset >= conflict.upperBound {
                conflict = ConflictMarkers.firstRange(in: bytes, from: offset) ?? bytes.count..<bytes.count
            }
            let isMarker = conflict.contains(offset) && ConflictMarkers.begin(at: offset, in: bytes)
            if !isMarker, known.insert(bytes[line.content]).inserted { output += bytes[offset..<line.end] }
            offset = line.end
        }
        return output
    }
}

/// A device that somebody studies on; only this device writes its logs.
public struct StudyDevice: Hashable, Sendable {
    /// Its name: 16 lower-case hexadecimal digits.
    public let name: String

    /// Makes the device with a name; `nil` if it is not a name of a device.
    package init?(_ name: some StringProtocol) {
        guard name.utf8.count == 16, name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.name = String(name)
    }

    /// Makes a device with a name made from random bits.
    package init(randomBits: UInt64) {
        let digits = String(randomBits, radix: 16)
        name = String(repeating: "0", count: 16 - digits.count) + digits
    }
}
