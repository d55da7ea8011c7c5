import NotebookBundle

/// A property of an item in an answer; its value is a text, a number, true or false, null, or a list of these.
struct PropertyRow: Encodable {
    let name: String
    let kind: String
    let value: Value

    /// A value as JSON; dates and other YAML are texts.
    enum Value: Encodable {
        case text(String)
        case number(Double)
        case whole(Int)
        case truth(Bool)
        case list([Value])
        case nothing

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .whole(let number): try container.encode(number)
            case .truth(let truth): try container.encode(truth)
            case .list(let values): try container.encode(values)
            case .nothing: try container.encodeNil()
            }
        }
    }
}

extension PropertyRow {
    init(_ property: Property) {
        switch property.value {
        case .single(let scalar): value = Value(scalar)
        case .list(let scalars): value = .list(scalars.map(Value.init))
        }
        (name, kind) = (property.key, property.value.kind.rawValue)
    }
}

extension PropertyRow.Value {
    fileprivate init(_ scalar: PropertyScalar) {
        if let number = scalar.number, number.isFinite {
            self = Int(exactly: number).map { .whole($0) } ?? .number(number)
        } else if let truth = scalar.truth {
            self = .truth(truth)
        } else {
            self = scalar.kind == .empty ? .nothing : .text(scalar.text)
        }
    }
}
