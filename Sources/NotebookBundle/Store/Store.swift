package import NotebookFormat

/// The changing side of a bundle: transactions on its directory, and their recovery (Format, section 15).
///
/// The caller holds the exclusive lock.
package struct Store: Sendable {
    package let files: any FileOperations
    let clock: any StoreClock

    /// From how many files on one synchronisation of the whole file system replaces one for each.
    let bulkThreshold: Int

    static let staging = DiskPath(".bundle")
    static let journal = DiskPath(".bundle/journal")
    static let newJournal = DiskPath(".bundle/journal.new")

    static func staged(_ index: Int) -> DiskPath { staging.appending("put.\(index)") }

    package init(_ files: any FileOperations, clock: any StoreClock, bulkThreshold: Int = 64) {
        self.files = files
        self.clock = clock
        self.bulkThreshold = bulkThreshold
    }
}

/// What tells a store the time, for the names of conflict copies.
package protocol StoreClock: Sendable {
    var now: Timestamp { get }
}
