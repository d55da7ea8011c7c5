// What is said of links, and of what they lead to.

extension Output {
    struct LinkOutput: Encodable {
        let source: String
        let line: Int
        let column: Int
        let form: String
        let text: String
        let goal: String
        var target: String?
        var uuid: String?
        var problem: String?
        var candidates: [String]?
    }

    struct GraphOutput: Encodable {
        let nodes: [NodeOutput]
        let edges: [EdgeOutput]
    }

    struct NodeOutput: Encodable {
        let path: String
        let type: String
        let uuid: String?
        let title: String
    }

    struct EdgeOutput: Encodable {
        let from: String
        let to: String
        let count: Int
    }

    struct HeadingOutput: Encodable {
        let level: Int
        let text: String
        let line: Int
        let anchor: String
    }

    struct BlobOutput: Encodable {
        let path: String
        let name: String
        let type: String
        let size: Int
        let sha256: String
        let isReferenced: Bool
        let linkedFrom: [String]
        let mentionedIn: [String]
    }

    struct SearchedOutput: Encodable {
        let notes: Int
        let cards: Int
        let trashed: Int
        let extras: Int
        let others: Int
    }

    /// A link that could not be kept.
    struct UnkeptOutput: Encodable {
        let path: String
        let line: Int
        let column: Int
        let target: String
    }

    /// A link of a part of a notebook to what stays behind.
    struct LeavingOutput: Encodable {
        let path: String
        let line: Int
        let column: Int
        let target: String
    }
}
