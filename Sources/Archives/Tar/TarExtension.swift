/// The extended headers before a member.
struct TarExtension {
    private var pax: PaxRecords?
    private var longName: [UInt8]?
    private var longLink: [UInt8]?

    /// The offset of the first of these headers; nil if there is none.
    private(set) var offset: UInt64?

    /// Adds a pax extended header.
    mutating func apply(pax records: PaxRecords, at offset: UInt64) throws(ArchiveProblem) {
        if pax != nil { throw .refused(.metadataRepeated, at: offset) }
        if records.describesSparseFile { throw .refused(.sparse, at: offset) }
        pax = records
        self.offset = self.offset ?? offset
    }

    /// Adds GNU's long name, whose content is the name and a NUL.
    mutating func apply(longName content: ArraySlice<UInt8>, at offset: UInt64) throws(ArchiveProblem) {
        if longName != nil { throw .refused(.metadataRepeated, at: offset) }
        longName = try Self.name(content, at: offset)
        self.offset = self.offset ?? offset
    }

    /// Adds GNU's long link target.
    mutating func apply(longLink content: ArraySlice<UInt8>, at offset: UInt64) throws(ArchiveProblem) {
        if longLink != nil { throw .refused(.metadataRepeated, at: offset) }
        longLink = try Self.name(content, at: offset)
        self.offset = self.offset ?? offset
    }

    private static func name(_ content: ArraySlice<UInt8>, at offset: UInt64) throws(ArchiveProblem) -> [UInt8] {
        let name = content.last == 0 ? content.dropLast() : content
        guard !name.isEmpty, !name.contains(0) else { throw .refused(.longNameMalformed, at: offset) }
        return Array(name)
    }

    /// Combines a header with its extended headers into a member.
    func member(_ header: TarHeader, at headerOffset: UInt64) throws(ArchiveProblem) -> ArchiveMember {
        let path = try effective(longName, pax?.name("path")) ?? header.path
        let link = try effective(longLink, pax?.name("linkpath")) ?? header.linkName
        let kind = try Self.kind(header, path)
        let size = try self.size(header)
        if kind != .file, kind != .other, size > 0 {
            throw .refused(kind == .directory ? .directoryWithContent : .contentOnNonFile)
        }
        let isLink = kind == .symbolicLink || kind == .hardLink
        guard isLink || longLink == nil && pax?["linkpath"] == nil && header.linkName.isEmpty else {
            throw .refused(.targetWithoutLink)
        }
        let facts = TarFacts(
            dialect: header.dialect, typeFlag: header.typeFlag,
            userID: try pax?.number("uid") ?? header.userID, groupID: try pax?.number("gid") ?? header.groupID,
            userName: pax?["uname"].map { Array($0) } ?? header.userName,
            groupName: pax?["gname"].map { Array($0) } ?? header.groupName,
            paxKeys: pax?.keys ?? [], hasLongName: longName != nil || longLink != nil)
        return ArchiveMember(
            path: path, kind: kind, size: size, headerOffset: offset ?? headerOffset,
            linkTarget: isLink ? link : nil, mode: header.mode,
            modificationTime: try pax?.time("mtime") ?? header.modificationTime, facts: .tar(facts))
    }

    private func effective(_ long: [UInt8]?, _ pax: [UInt8]?) throws(ArchiveProblem) -> [UInt8]? {
        if let long, let pax, long != pax { throw .refused(.namesConflict) }
        return pax ?? long
    }

    /// The extended header's size, which must match the header's if that has enough digits, since readers that ignore
    /// extended headers would continue at a different place.
    private func size(_ header: TarHeader) throws(ArchiveProblem) -> UInt64 {
        let size = try pax?.number("size") ?? header.size
        guard size <= Int64.max - 1024 else { throw .refused(.numberTooLarge) }
        let largestInHeader: UInt64 = 0o77777777777
        let isBeyondHeader = size > largestInHeader && [0, largestInHeader].contains(header.size)
        guard size == header.size || isBeyondHeader else { throw .refused(.tarSizesDisagree) }
        return size
    }

    private static func kind(_ header: TarHeader, _ path: [UInt8]) throws(ArchiveProblem) -> ArchiveMember.Kind {
        switch header.typeFlag {
        // Before POSIX, a directory was a file whose name ends with a slash, and readers still treat it so.
        case UInt8(ascii: "0"), UInt8(ascii: "7"), 0: path.last == UInt8(ascii: "/") ? .directory : .file
        case UInt8(ascii: "1"): .hardLink
        case UInt8(ascii: "2"): .symbolicLink
        case UInt8(ascii: "3"): .characterDevice
        case UInt8(ascii: "4"): .blockDevice
        case UInt8(ascii: "5"): .directory
        case UInt8(ascii: "6"): .fifo
        case UInt8(ascii: "S"): throw .refused(.sparse)
        case UInt8(ascii: "M"): throw .refused(.severalVolumes)
        case UInt8(ascii: "V"): throw .refused(.volumeHeader)
        // Old GNU long names, GNU's directory listings, and Solaris's extended headers.
        case UInt8(ascii: "N"), UInt8(ascii: "D"), UInt8(ascii: "X"):
            throw .refused(.unsupportedMemberType, PrintableName([header.typeFlag]).description)
        default: .other
        }
    }
}
