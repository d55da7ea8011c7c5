import Foundation
import TestSupport
import Testing

/// How much memory packing and unpacking take, which must not grow with what is packed, and validating.
@Suite(.waitsForPrograms) struct `The memory for a notebook` {
    /// Runs a program and prints the largest resident size that it had, in KiB (in bytes on macOS).
    private static let script = """
        import resource, subprocess, sys
        subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        print(peak // 1024 if sys.platform == "darwin" else peak)
        """

    private static func peak(_ words: [String], in folder: URL) throws -> Int {
        let result = try Python.run(.text(script), [Tool.path] + words, in: folder)
        guard result.status == 0, let peak = Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Tool.Failed(words: words, result: result)
        }
        return peak
    }

    private static func notebook(_ name: String, bytes count: Int, in folder: URL) throws {
        let vault = folder.appending(path: "V-\(name)")
        try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
        var generator = SeededGenerator(seed: 3)
        let block = Data(generator.bytes(1 << 16))
        var content = Data(capacity: count)
        while content.count < count { content.append(block) }
        try content.write(to: vault.appending(path: "blob.bin"))
        try Data("[b](blob.bin)\n".utf8).write(to: vault.appending(path: "A.md"))
        try Tool.succeed("create", name, "--from", vault.path, in: folder)
    }

    private static let canMeasure = Command.path(of: "python3") != nil

    /// What docs/Security.md states: so much for each file of a notebook, however many there are.
    @Test(.enabled(if: canMeasure, "python3 is not installed; .ci/prepare --tests does it"))
    func `grows with the number of notes alone`() throws {
        try TemporaryFolder.with { folder in
            var peaks: [Int] = []
            for count in [100, 4_100, 8_100] {
                let script = """
                    mkdir F\(count) && cd F\(count) && i=0 && while [ $i -lt \(count) ]; do
                    echo "# Note $i [[Note $((i + 1))]]" > "Note $i.md"; i=$((i + 1)); done
                    cd .. && "$BUNDLE" create N\(count) --from F\(count)
                    """
                let made = try Tool.shell(script, in: folder)
                try #require(made.status == 0, "\(made.errors)")
                peaks.append(try Self.peak(["validate", "N\(count)"], in: folder))
            }
            #expect(peaks[1] - peaks[0] < 4_000 * 6, "\(peaks)")
            #expect(peaks[2] - peaks[1] < 4_000 * 6, "\(peaks)")
            #expect(peaks[2] < 60_000 + 8_100 * 6, "\(peaks)")
        }
    }

    @Test(.enabled(if: canMeasure, "python3 is not installed; .ci/prepare --tests does it"))
    func `or an archive does not grow with the size of an attachment`() throws {
        try TemporaryFolder.with { folder in
            try Data("password\n".utf8).write(to: folder.appending(path: "password"))
            try Self.notebook("Small", bytes: 1 << 16, in: folder)
            try Self.notebook("Large", bytes: 64 << 20, in: folder)
            let secret = ["--password-file", "password"]
            // An encrypted zip is packed as a plain one, and then encrypted.
            for (ending, encryption, secret) in [("tar", [], []), ("zip", ["--encrypt"], secret)] {
                let peaks = try ["Small", "Large"].map { name in
                    let file = "\(name).\(ending)"
                    let packing = ["archive", name, "-o", file] + encryption + secret
                    let unpacking = ["unarchive", file, "--replace"] + secret
                    return try (Self.peak(packing, in: folder), Self.peak(unpacking, in: folder))
                }
                // Buffers of compression and of batches are allowed, the attachment is not.
                #expect(peaks[1].0 - peaks[0].0 < 32_000, "packing: \(peaks)")
                #expect(peaks[1].1 - peaks[0].1 < 32_000, "unpacking: \(peaks)")
            }
        }
    }
}
