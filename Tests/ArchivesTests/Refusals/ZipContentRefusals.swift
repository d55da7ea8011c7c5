import Archives

extension Refusal {
    /// Zips with a member whose content isn't what is declared.
    static let zipContents: [Refusal] = [
        .zip("a stored member with a wrong CRC-32", .wrongChecksum) { zip in
            zip.add("a", "content") { $0.data[0] ^= 1 }
        },
        .zip("a deflated member with a wrong CRC-32", .wrongChecksum) { zip in
            zip.add("a", "content", deflated: true) { $0.data[5] ^= 1 }
        },
        .zip("an empty member with a CRC-32", .wrongChecksum) { zip in
            zip.add("a", "") {
                $0.local.checksum = 1
                $0.directory.checksum = 1
            }
        },
        .zip("content that is longer than declared", .contentTooLong) { zip in
            zip.add("a", "content", deflated: true) { $0.declareSize(6) }
        },
        .zip("content where none is declared", .contentTooLong) { zip in
            zip.add("a", "content", deflated: true) { $0.declareSize(0) }
        },
        .zip("a bomb", .contentTooLong) { zip in
            zip.add("a", "", deflated: true) { $0.replaceData(Sample.bomb, declaring: 1_000) }
        },
        .zip("content that is shorter than declared", .contentTooShort) { zip in
            zip.add("a", "content", deflated: true) { $0.declareSize(8) }
        },
        .zip("no content where some is declared", .contentTooShort) { zip in
            zip.add("a", "", deflated: true) { $0.declareSize(1) }
        },
        .zip("deflate data that ends before its size", .deflateEndsEarly) { zip in
            zip.add("a", "content", deflated: true) { $0.replaceData($0.data + [0], declaring: 7) }
        },
        .zip("a second deflate stream behind the first", .deflateEndsEarly) { zip in
            zip.add("a", "content", deflated: true) { $0.replaceData($0.data + $0.data, declaring: 7) }
        },
        .zip("a gzip member hidden behind the deflate data", .deflateEndsEarly) { zip in
            zip.add("a", "content", deflated: true) {
                let hidden = [UInt8](repeating: 0, count: 8) + GzipBuilder(Array("hidden".utf8)).bytes
                $0.replaceData($0.data + hidden, declaring: 7)
            }
        },
        .zip("deflate data that is cut", .deflateEndsLate) { zip in
            zip.add("a", "content", deflated: true) { $0.replaceData($0.data.dropLast(), declaring: 7) }
        },
        .zip("deflate data whose last block isn’t the last", .deflateEndsLate) { zip in
            zip.add("a", "content", deflated: true) { $0.data[0] = 0 }
        },
        .zip("no deflate data at all", .deflateEndsLate) { zip in
            zip.add("a", "content", deflated: true) { $0.replaceData([], declaring: 7) }
        },
        .zip("deflate data of an unknown block type", .deflateDamaged) { zip in
            zip.add("a", "content", deflated: true) { $0.data[0] = 7 }
        },
        .zip("deflate data with a wrong block length", .deflateDamaged) { zip in
            zip.add("a", "content", deflated: true) { $0.data[3] ^= 1 }
        },
        .zip("a member that is encrypted", .encrypted) { zip in
            zip.add("a", "content") {
                $0.local.flags |= 1
                $0.directory.flags |= 1
            }
        },
        .zip("a member with strong encryption", .encrypted) { zip in
            zip.add("a", "content") {
                $0.local.flags |= 1 << 6
                $0.directory.flags |= 1 << 6
            }
        },
        .zip("a member of a method that is not supported", .unsupportedMethod) { zip in
            zip.add("a", "content") {
                $0.local.method = 14
                $0.directory.method = 14
            }
        },
        .zip("a member of patched data", .unsupportedMethod) { zip in
            zip.add("a", "content", deflated: true) {
                $0.local.flags |= 1 << 5
                $0.directory.flags |= 1 << 5
            }
        },
    ]
}

extension ZipBuilder.Member {
    fileprivate mutating func declareSize(_ size: UInt32) {
        local.size = size
        directory.size = size
    }

    fileprivate mutating func replaceData(_ data: some Collection<UInt8>, declaring size: UInt32) {
        self.data = Array(data)
        local.compressedSize = UInt32(data.count)
        directory.compressedSize = UInt32(data.count)
        declareSize(size)
    }
}

extension Sample {
    /// Deflate data of 16 MiB of zeros.
    static let bomb: [UInt8] = {
        let files = [SampleFile("zeros", [UInt8](repeating: 0, count: 16 << 20))]
        guard let zip = try? pack(files, .zip), let opened = try? ZipArchive(MemoryBytes(zip)),
            case .zip(let facts)? = try? opened.members().first?.facts
        else { return [] }
        return Array(zip.dropFirst(30 + 5).prefix(Int(facts.compressedSize)))
    }()
}
