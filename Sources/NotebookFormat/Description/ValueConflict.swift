package import NotebookText

/// A value of `notebook.json` that two copies changed in different ways.
///
/// The notebook has one of the values; this is the other, kept until somebody chooses (Format, clause 26.6).
package struct ValueConflict: Equatable, Sendable {
    /// What a value belongs to.
    package enum List: String, CaseIterable, Sendable {
        case settings
        case folders
        case tags
        case smartFolders
    }

    /// Where the value is; `nil` for the notebook itself.
    package let list: List?
    /// The name of the folder, tag or smart folder; empty for the notebook and its settings.
    package let name: String
    /// The key of the value.
    package let key: String
    /// The value that was not kept; `nil` if the other copy deleted it.
    package let value: JSONValue?
    /// Keys that this version of the format does not define, in their order.
    var unknown: [JSONValue.Member] = []

    /// The value that was not kept, as text; `nil` if the other copy deleted it.
    package var lost: String? { value.map(DescriptionMembers.text) }

    /// The key of the list in `notebook.json`.
    package static let listKey = "conflicts"

    /// Makes a record of a value that a merge did not keep.
    package init(list: List?, name: String, key: String, value: JSONValue?) {
        (self.list, self.name, self.key, self.value) = (list, name, key, value)
    }

    /// Reads a row of `conflicts`.
    init(_ json: JSONValue) throws(TextProblem) {
        var object = try JSONObject(json)
        list = try object.optional("list") { (value) throws(TextProblem) in
            let wanted = List.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
            return try value.text(wanted) { List(rawValue: $0) }
        }
        name =
            try object.optional("name") { (value) throws(TextProblem) in
                try value.text("a text, not empty") { $0.isEmpty ? nil : $0 }
            } ?? ""
        key = try object.required("key") { (value) throws(TextProblem) in
            try value.text("a text, not empty") { $0.isEmpty ? nil : $0 }
        }
        value = object.remove("value")
        unknown = object.rest
    }

    /// The row, in the order of the format.
    var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if let list { members.append(.init(key: "list", value: .text(list.rawValue))) }
        if !name.isEmpty { members.append(.init(key: "name", value: .text(name))) }
        members.append(.init(key: "key", value: .text(key)))
        if let value { members.append(.init(key: "value", value: value)) }
        return members + unknown
    }
}
