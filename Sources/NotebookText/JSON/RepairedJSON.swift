/// Reads as much as possible of an object in damaged JSON: there may be missing or extra commas, colons, quotation
/// marks and brackets, invalid values, and the end may be missing.
///
/// If in doubt, it reports a loss: it lists everything that may be damaged as lost.
package struct RepairedJSON {
    /// What was read, with unique keys; an element of a known array that could not be read is null.
    package private(set) var members: [JSONValue.Member] = []
    /// What could not be read, in words, such as “icon of row 3 of folders”.
    package private(set) var losses: [Loss] = []
    private var reader: JSONReader
    private let knownKeys: Set<String>
    /// The current line, and the offset that lines are counted up to.
    private var (line, counted) = (1, 0)

    /// Something that could not be read.
    package struct Loss: Equatable {
        /// The member of the outermost object that contained it; empty if none did.
        package let key: String
        /// Its description, safe to print.
        package let text: String

        /// Makes the value of its parts.
        package init(key: String, text: String) {
            (self.key, self.text) = (key, text)
        }
    }

    /// The place of a value.
    private struct Spot {
        /// Its description, safe to print; empty for the outermost object.
        var name = ""
        /// The member of the outermost object that contains it.
        var key = ""
        /// The number of objects and arrays around it.
        var depth = 0
        /// Whether it is in a known member.
        var isKnown = false

        var isOutermost: Bool { depth == 0 }

        func member(_ key: String, isKnown: Bool) -> Spot {
            let name = PrintableText.escaped(key)
            guard !isOutermost else { return Spot(name: name, key: key, depth: 1, isKnown: isKnown) }
            return Spot(name: "\(name) of \(self.name)", key: self.key, depth: depth + 1, isKnown: self.isKnown)
        }

        func row(_ number: Int) -> Spot {
            Spot(name: "row \(number) of \(name)", key: key, depth: depth + 1, isKnown: isKnown)
        }
    }

    /// Reads a text.
    ///
    /// - Parameter knownKeys: The keys that only the outermost object has, so that they end a value whose closing
    ///   bracket is missing.
    package init(_ bytes: [UInt8], knownKeys: Set<String>) {
        reader = JSONReader(bytes)
        self.knownKeys = knownKeys
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
        reader.skipWhiteSpace()
        if reader.peek() == UInt8(ascii: "{") { reader.offset += 1 }
        members = object(at: Spot())
    }

    /// Reads members up to the bracket that closes their object, or to something that can only follow it.
    private mutating func object(at place: Spot) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var keys: Set<String> = []
        while let byte = nextByte() {
            switch byte {
            case UInt8(ascii: "}") where !place.isOutermost:
                reader.offset += 1
                return members
            case UInt8(ascii: "{") where !place.isOutermost, UInt8(ascii: "]") where !place.isOutermost: return members
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"): reader.offset += 1
            default:
                let start = reader.offset
                guard let key = (place.isOutermost ? damagedKey() : nil) ?? key() else {
                    skipStray(in: place)
                    continue
                }
                if !place.isOutermost, place.isKnown, knownKeys.contains(key) {
                    reader.offset = start
                    return members
                }
                var member = place.member(key, isKnown: knownKeys.contains(key))
                let isNew = keys.insert(key).inserted
                if !isNew {
                    member.name += " for the second time"
                    // The first occurrence may be complete.
                    if place.isOutermost { member.key = "" }
                }
                let value = value(at: member)
                if !isNew {
                    if value != nil { losses.append(Loss(key: member.key, text: member.name)) }
                } else if let value {
                    members.append(JSONValue.Member(key: key, value: value, offset: start))
                }
            }
        }
        return members
    }

    /// Reads the elements of an array up to the bracket that closes it, or to something that can only follow it.
    ///
    /// - Parameter number: How many elements were read before.
    private mutating func array(at place: Spot, from number: Int = 0) -> [JSONValue] {
        var elements: [JSONValue] = []
        var number = number
        while let byte = nextByte() {
            switch byte {
            case UInt8(ascii: "]"):
                reader.offset += 1
                return elements
            case UInt8(ascii: "}") where place.depth > 1: return elements
            case UInt8(ascii: "}"): reader.offset += 1
            default:
                number += 1
                let start = reader.offset
                if byte == UInt8(ascii: "\""), let key = key(), reader.bytes[..<reader.offset].last == UInt8(ascii: ":")
                {
                    reader.offset = start
                    // A member, either of the object around the array or of one whose beginning is missing.
                    if place.depth > 1 || knownKeys.contains(key) || key.contains(".") { return elements }
                    let members = object(at: place.row(number))
                    elements.append(JSONValue(.object(members), offset: start))
                    continue
                }
                reader.offset = start
                if let value = value(at: place.row(number)) {
                    elements.append(value)
                } else if place.depth == 1, place.isKnown {
                    // The rows after it keep their numbers.
                    elements.append(JSONValue(.null, offset: start))
                }
            }
        }
        return elements
    }

    /// Reads a key with the colon after it, which may be missing; `nil` if it is not a string.
    private mutating func key() -> String? {
        let start = reader.offset
        guard let string = try? reader.string(), let text = try? reader.text(of: string) else {
            reader.offset = start
            return nil
        }
        reader.skipWhiteSpace()
        if reader.peek() == UInt8(ascii: ":") { reader.offset += 1 }
        return text
    }

    /// Reads a known key that lacks a quotation mark; `nil` if there is none.
    private mutating func damagedKey() -> String? {
        let isOpened = reader.peek() == UInt8(ascii: "\"")
        let start = reader.offset + (isOpened ? 1 : 0)
        let ends: [UInt8] = isOpened ? [UInt8(ascii: ":")] : [UInt8(ascii: "\""), UInt8(ascii: ":")]
        for key in knownKeys {
            let end = start + key.utf8.count
            guard end < reader.bytes.count, ends.contains(reader.bytes[end]),
                reader.bytes[start..<end].elementsEqual(key.utf8)
            else { continue }
            reader.offset = end + (reader.bytes[end] == UInt8(ascii: "\"") ? 1 : 0)
            reader.skipWhiteSpace()
            if reader.peek() == UInt8(ascii: ":") { reader.offset += 1 }
            return key
        }
        return nil
    }

    /// Reads a value; if it cannot be read, returns `nil` and reports a loss.
    private mutating func value(at place: Spot) -> JSONValue? {
        reader.skipWhiteSpace()
        let start = reader.offset
        switch reader.peek() {
        case UInt8(ascii: "{") where place.depth < JSONReader.maximumDepth:
            reader.offset += 1
            let object = JSONValue(.object(object(at: place)), offset: start)
            // If another object follows, both are rows of an array whose opening bracket is missing.
            guard place.depth == 1, nextByte() == UInt8(ascii: "{") else { return object }
            return JSONValue(.array([object] + array(at: place, from: 1)), offset: start)
        case UInt8(ascii: "[") where place.depth < JSONReader.maximumDepth:
            reader.offset += 1
            return JSONValue(.array(array(at: place)), offset: start)
        case nil, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): break
        case UInt8(ascii: "{"), UInt8(ascii: "["): skipDamage()
        default:
            let value = try? reader.value()
            if value != nil, isBeforeDelimiter() { return value }
            if value == nil { reader.offset = start }
            skipDamage()
        }
        losses.append(Loss(key: place.key, text: place.name))
        return nil
    }
}

extension RepairedJSON {
    /// The next byte that is neither white space nor a comma.
    private mutating func nextByte() -> UInt8? {
        reader.skipWhiteSpace()
        while reader.peek() == UInt8(ascii: ",") {
            reader.offset += 1
            reader.skipWhiteSpace()
        }
        return reader.peek()
    }

    /// Whether the next text can follow a value, or could if nothing were missing.
    private mutating func isBeforeDelimiter() -> Bool {
        reader.skipWhiteSpace()
        return reader.peek().map { Array(",}]\"{[".utf8).contains($0) } ?? true
    }

    /// Skips a string, or else everything up to the next comma or closing bracket, but at most the line.
    private mutating func skipDamage() {
        let isString = reader.peek() == UInt8(ascii: "\"")
        reader.offset += 1
        while let byte = reader.peek(), byte != 0x0A {
            switch byte {
            case UInt8(ascii: "\\") where isString: reader.offset = min(reader.offset + 2, reader.bytes.count)
            case UInt8(ascii: "\"") where isString:
                reader.offset += 1
                return
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard isString else { return }
                reader.offset += 1
            default: reader.offset += 1
            }
        }
    }

    /// Skips text that is neither key nor value.
    private mutating func skipStray(in place: Spot) {
        line += reader.bytes[counted..<reader.offset].count { $0 == 0x0A }
        counted = reader.offset
        let loss = Loss(key: place.key, text: "part of line \(line)")
        if losses.last != loss { losses.append(loss) }
        skipDamage()
    }
}
