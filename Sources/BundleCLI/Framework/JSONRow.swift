import NotebookBundle

/// A value of an answer in JSON.
protocol JSONPrintable {
    /// The value as JSON; `nil` if an object leaves it out.
    var printed: JSONValue? { get }
}

/// An object of an answer: its keys are the names of its stored properties.
///
/// Properties are looked at when an answer is printed, since code for the keys and values of each row is large, and most
/// calls print none.
protocol JSONRow: JSONPrintable {
    /// The key of a property: its name, unless the type says otherwise.
    static func key(_ property: String) -> String
    /// The keys and values, in the order of the keys.
    ///
    /// Rows of which there may be thousands list them, since looking at the properties takes several times as long.
    var printedMembers: [JSONValue.Member] { get }
}

extension JSONRow {
    static func key(_ property: String) -> String { property }

    var printed: JSONValue? { JSONValue(.object(printedMembers)) }

    var printedMembers: [JSONValue.Member] { membersByProperties }

    /// The properties with their values, in the order of their keys.
    var membersByProperties: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        for (name, value) in Mirror(reflecting: self).children {
            let printable = value as? any JSONPrintable
            assert(printable != nil, "\(Self.self) has a property that cannot be printed")
            guard let name, let value = printable?.printed else { continue }
            members.append(JSONValue.Member(key: Self.key(name), value: value))
        }
        return members.sorted { $0.key < $1.key }
    }

    /// The same as a list of all keys with their values.
    func members(_ values: KeyValuePairs<String, any JSONPrintable>) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        members.reserveCapacity(values.count)
        for (key, value) in values {
            if let value = value.printed { members.append(JSONValue.Member(key: key, value: value)) }
        }
        assert(members == membersByProperties, "\(Self.self) lists other keys than it has properties")
        return members
    }
}

extension Optional: JSONPrintable where Wrapped: JSONPrintable {
    var printed: JSONValue? { self?.printed }
}

extension Array: JSONPrintable where Element: JSONPrintable {
    var printed: JSONValue? { JSONValue(.array(compactMap(\.printed))) }
}

extension Dictionary: JSONPrintable where Key == String, Value: JSONPrintable {
    var printed: JSONValue? {
        let members = compactMap { key, value in value.printed.map { JSONValue.Member(key: key, value: $0) } }
        return JSONValue(.object(members.sorted { $0.key < $1.key }))
    }
}

extension String: JSONPrintable {
    var printed: JSONValue? { .text(self) }
}

extension Bool: JSONPrintable {
    var printed: JSONValue? { JSONValue(.boolean(self)) }
}

extension Int: JSONPrintable {
    var printed: JSONValue? { .integer(self) }
}

extension UInt64: JSONPrintable {
    var printed: JSONValue? { JSONValue(.number("\(self)")) }
}

extension Double: JSONPrintable {
    /// The shortest spelling; what is not finite is printed as `null`.
    var printed: JSONValue? {
        guard isFinite else { return JSONValue(.null) }
        let text = "\(self)"
        return JSONValue(.number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
    }
}

extension SettingValue: JSONPrintable {
    var printed: JSONValue? {
        switch self {
        case .text(let text): text.printed
        case .integer(let number): number.printed
        case .boolean(let value): value.printed
        }
    }
}
