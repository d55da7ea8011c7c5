import Synchronization

/// What can be read or asked for only once, and may be needed again in the same run.
final class Remembered: Sendable {
    private let input = Mutex<[UInt8]?>(nil)
    private let secrets = Mutex<[String: [UInt8]]>([:])

    /// Standard input, which `read` reads the first time.
    func input(_ read: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = input.withLock({ $0 }) { return known }
        let bytes = try read()
        input.withLock { $0 = bytes }
        return bytes
    }

    /// A secret by what it is for, which `ask` asks for the first time.
    func secret(_ name: String, _ ask: () throws -> [UInt8]?) rethrows -> [UInt8]? {
        if let known = secrets.withLock({ $0[name] }) { return known }
        let secret = try ask()
        secrets.withLock { $0[name] = secret }
        return secret
    }
}
