import Foundation

/// Opens a file for writing from an offset on, or for appending only, and closes it afterwards.
func writing(to path: String, appending: Bool, after offset: UInt64, _ body: (Int32) throws -> Void) throws {
    let descriptor = unsafe open(path, O_WRONLY | (appending ? O_APPEND : 0))
    guard descriptor >= 0 else { throw Program.Failure(description: "can't open \(path)") }
    defer { close(descriptor) }
    lseek(descriptor, off_t(offset), SEEK_SET)
    try body(descriptor)
}
