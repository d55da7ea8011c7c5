import Synchronization

/// Input that can be read only once but may be needed again in the same run.
final class Remembered: Sendable {
    /// The manifest that was read last.
    let manifest = ManifestMemory()
    private let input = Mutex<[UInt8]?>(nil)
    private let secrets = Mutex<[String: [UInt8]]>([:])

    /// Standard input, read by `read` the first time.
    func input(_ read: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = input.withLock({ $0 }) { return known }
        let bytes = try read()
        input.withLock { $0 = bytes }
        return bytes
    }

    /// A secret by its purpose, requested by `ask` the first time.
    func secret(_ name: String, _ ask: () throws -> [UInt8]?) rethrows -> [UInt8]? {
        if let known = secrets.withLock({ $0[name] }) { return known }
        let secret = try ask()
        secrets.withLock { $0[name] = secret }
        return secret
    }
}
