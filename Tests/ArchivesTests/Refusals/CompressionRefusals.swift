@testable import Archives

extension Refusal {
    /// Tars whose compression is irregular.
    static let compressions: [Refusal] = gzips + zstandards + xzs + bzip2s

    /// A tar of one member.
    static let goodTar = TarBuilder.build { tar in
        tar.add("a", "content")
        tar.zeros()
    }

    private static let good = GzipBuilder(goodTar).bytes

    private static func gzip(
        _ name: String, _ reason: ArchiveIrregularity, _ change: (inout GzipBuilder) -> Void
    ) -> Refusal {
        var gzip = GzipBuilder(goodTar)
        change(&gzip)
        return Refusal("gzip with " + name, reason, gzip.bytes)
    }

    private static let gzips: [Refusal] = [
        gzip("a wrong CRC-32", .compressionChecksumWrong) { $0.checksumChange = 1 },
        gzip("a wrong length", .compressionLengthWrong) { $0.lengthChange = 1 },
        gzip("an unknown method", .compressionHeaderMalformed) { $0.method = 7 },
        gzip("a reserved flag", .compressionHeaderMalformed) { $0.flags = 0x20 },
        gzip("a wrong header checksum", .compressionHeaderMalformed) {
            $0.flags = 2
            $0.options = [1, 2]
        },
        gzip("a name that never ends", .gzipHeaderHoldsMore) {
            $0.flags = 8
            $0.options = [UInt8](repeating: 0x61, count: 70_000)
        },
        gzip("a name of 256 bytes", .gzipHeaderHoldsMore) {
            $0.flags = 8
            $0.options = [UInt8](repeating: 0x61, count: 256) + [0]
        },
        gzip("a name that is no text", .gzipHeaderHoldsMore) {
            $0.flags = 8
            $0.options = [0x50, 0x4B, 5, 6, 0]
        },
        gzip("an extra field", .gzipHeaderHoldsMore) {
            $0.flags = 4
            $0.options = [3, 0, 1, 2, 3]
        },
        gzip("a zip in its extra field", .gzipHeaderHoldsMore) {
            $0.flags = 4
            $0.options = [UInt8(goodZip.count & 0xFF), UInt8(goodZip.count >> 8)] + goodZip
        },
        gzip("a comment", .gzipHeaderHoldsMore) {
            $0.flags = 16
            $0.options = Array("comment\0".utf8)
        },
        Refusal("gzip with an extra field in its second member", .gzipHeaderHoldsMore, twoMembers),
        Refusal("gzip cut within its header", .compressionTruncated, Array(good.prefix(5))),
        Refusal("gzip cut within its data", .compressionTruncated, Array(good.prefix(600))),
        Refusal("gzip cut before its trailer", .compressionTruncated, good.dropLast(8)),
        Refusal("gzip cut within its trailer", .compressionTruncated, good.dropLast(1)),
        Refusal("gzip with a byte behind it", .garbageAfterCompression, good + [0]),
        Refusal("gzip with zeros behind it", .garbageAfterCompression, good + [UInt8](repeating: 0, count: 512)),
        Refusal("gzip with half a magic number behind it", .garbageAfterCompression, good + [0x1F]),
        Refusal("gzip with a damaged second member", .compressionHeaderMalformed, good + [0x1F, 0x8B] + goodTar),
        Refusal("gzip with a cut second member", .compressionTruncated, good + good.prefix(5)),
        gzip("damaged deflate data", .compressionDamaged) { _ in }.flipping(byte: 10, by: 6),
        Refusal("gzip in gzip", .notAnArchive, GzipBuilder(good).bytes),
        Refusal("a zip in gzip", .notAnArchive, GzipBuilder(goodZip).bytes),
        Refusal("nothing in gzip", .notAnArchive, GzipBuilder([]).bytes),
    ]

    /// A tar in two members, of which the second has an extra field.
    private static let twoMembers: [UInt8] = {
        var second = GzipBuilder(Array(goodTar.dropFirst(512)))
        second.flags = 4
        second.options = [1, 0, 9]
        return GzipBuilder(Array(goodTar.prefix(512))).bytes + second.bytes
    }()

    private static let frame = ZstandardBuilder.frame(goodTar, hasChecksum: true)

    private static let zstandards: [Refusal] = [
        Refusal(
            "Zstandard with a wrong checksum", .compressionDamaged, frame.dropLast() + [frame[frame.count - 1] ^ 1]),
        Refusal("Zstandard cut within its checksum", .compressionTruncated, frame.dropLast()),
        Refusal("Zstandard cut within a block", .compressionTruncated, Array(frame.prefix(600))),
        Refusal("Zstandard with a byte behind it", .compressionTruncated, frame + [0x28]),
        Refusal("Zstandard with zeros behind it", .garbageAfterCompression, frame + [0, 0, 0, 0, 0, 0]),
        Refusal("Zstandard with a text behind it", .garbageAfterCompression, frame + Array("garbage".utf8)),
        Refusal(
            "Zstandard with a cut skippable frame", .skippableFrame,
            frame + ZstandardBuilder.skippable([1, 2, 3]).dropLast()),
        Refusal(
            "Zstandard with a zip in a skippable frame", .skippableFrame, frame + ZstandardBuilder.skippable(goodZip)),
        Refusal(
            "Zstandard with a zip in a skippable frame before it", .skippableFrame,
            ZstandardBuilder.skippable(goodZip) + frame),
        Refusal("Zstandard with an empty skippable frame", .skippableFrame, frame + ZstandardBuilder.skippable([])),
        Refusal(
            "Zstandard with the size of the frame before it, as pzstd writes it", .skippableFrame,
            ZstandardBuilder.skippable([1, 0, 0, 0], number: 0) + frame),
        Refusal(
            "Zstandard with a seek table", .skippableFrame,
            frame + ZstandardBuilder.skippable([UInt8](repeating: 0, count: 17), number: 14)),
        Refusal("Zstandard with a reserved bit", .compressionDamaged, frame).flipping(byte: 4, by: 8),
        Refusal(
            "Zstandard with a dictionary", .compressionDictionary,
            Array(frame.prefix(4)) + [frame[4] | 1, frame[5], 7] + frame.dropFirst(6)),
    ]

    private static let xz = (try? pack([SampleFile("a", "content")], .tarXZ)) ?? []

    private static let xzs: [Refusal] = [
        Refusal("xz with a text behind it", .garbageAfterCompression, xz + Array("garbage!".utf8)),
        Refusal("xz with padding that isn’t of four bytes", .compressionTruncated, xz + [0, 0, 0]),
        Refusal("xz cut within its footer", .compressionTruncated, xz.dropLast()),
        Refusal("xz cut within its block", .compressionTruncated, Array(xz.prefix(100))),
        Refusal("xz with a wrong check type", .compressionDamaged, xz).flipping(byte: 7, by: 1),
        Refusal("xz with a wrong index", .compressionDamaged, xz).flipping(byte: xz.count - 17, by: 1),
    ]

    private static let bzip2s: [Refusal] = [
        Refusal("bzip2, which the format does not know", .unsupportedCompression, Sample.bzip2)
    ]

    private func flipping(byte index: Int, by bits: UInt8) -> Refusal {
        var bytes = archive
        if bytes.indices.contains(index) { bytes[index] ^= bits }
        return Refusal(name, reason, bytes)
    }
}
