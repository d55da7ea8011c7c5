/// The meaning of the attributes and the time of a record (APPNOTE 4.4.2, 4.4.6, 4.4.15).
struct ZipAttributes {
    private let facts: ZipFacts
    private let isNamedAsDirectory: Bool
    private static let unix: [UInt16] = [3, 19]

    init(_ facts: ZipFacts, isNamedAsDirectory: Bool) {
        self.facts = facts
        self.isNamedAsDirectory = isNamedAsDirectory
    }

    private var unixMode: UInt16? {
        guard Self.unix.contains(facts.versionMadeBy >> 8) else { return nil }
        return UInt16(facts.externalAttributes >> 16)
    }

    /// The permission bits; nil for systems other than Unix.
    var mode: UInt16? { unixMode.map { $0 & 0o7777 } }

    /// The kind of the member.
    ///
    /// The name of a directory ends with a slash; if a type is stored it must agree, since readers differ in which of
    /// the two they use.
    func kind() throws(ArchiveProblem) -> ArchiveMember.Kind {
        let type = (unixMode ?? 0) & 0o170000
        let isDOSDirectory = facts.externalAttributes & 0x10 != 0
        let kind: ArchiveMember.Kind =
            switch type {
            case 0: isNamedAsDirectory ? .directory : .file
            case 0o100000: .file
            case 0o040000: .directory
            case 0o120000: .symbolicLink
            case 0o020000: .characterDevice
            case 0o060000: .blockDevice
            case 0o010000: .fifo
            default: .other
            }
        let isDirectory = type == 0 && isDOSDirectory || kind == .directory
        guard isDirectory == isNamedAsDirectory else { throw .refused(.kindDisagrees) }
        return kind
    }

    /// Seconds since 1970 of the DOS time, taken as UTC; nil if the date is invalid.
    var modificationTime: Int64? {
        let time = Int64(facts.dosTime & 0xFFFF)
        let date = Int64(facts.dosTime >> 16)
        let (hour, minute, second) = (time >> 11, time >> 5 & 63, (time & 31) * 2)
        let (year, month, day) = (1980 + (date >> 9), date >> 5 & 15, date & 31)
        guard hour < 24, minute < 60, second < 60, (1...12).contains(month), day >= 1, day <= 31 else { return nil }
        return daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// Days of the proleptic Gregorian calendar, with years that begin in March.
    private func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let marchMonth = (month + 9) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }
}
