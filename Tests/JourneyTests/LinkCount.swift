import Foundation
import TestSupport

/// The links of a bundle, found and followed by a program in another language that was written from docs/Format.md
/// alone.
struct LinkCount: Decodable {
    /// How many wiki links lead to a file, to nothing, and to several.
    let wiki: [Int]
    /// How many other links lead to a file or folder, to nothing, and to several; those that lead elsewhere are left
    /// out.
    let destinations: [Int]
    /// Where each link is and where it leads.
    let links: [String]
    /// The uuid of the item that holds a link, with the number of the link in it, and the uuid or path that it leads
    /// to.
    let graph: [String: String]

    static let isPossible = Command.path(of: "python3") != nil

    static func of(_ bundle: String) throws -> LinkCount {
        let python = Command.path(of: "python3") ?? "python3"
        let result = try Command.run([python, "-c", script, bundle])
        return try JSONDecoder().decode(LinkCount.self, from: result.bytes)
    }

    private static let script = #"""
        # Counts the links of a bundle by docs/Format.md, section 21, without the code of this project.
        import json, os, re, sys, unicodedata, urllib.parse

        bundle = sys.argv[1]
        manifest = json.load(open(os.path.join(bundle, "manifest.json"), encoding="utf-8"))
        entries = [e for e in manifest["entries"] if not e["path"].startswith("trash/")]
        paths = {e["path"] for e in entries}
        folders = {p.rsplit("/", n)[0] for p in paths for n in range(1, p.count("/") + 1)} | {""}
        items = [e for e in entries if e["type"] in ("note", "card")]
        blobs = [e for e in entries if e["type"] == "blob"]
        nfd = lambda text: unicodedata.normalize("NFD", text)
        key = lambda text: nfd(nfd(text).casefold())
        stem = lambda path: path[:-3] if path.endswith(".md") else path
        title = lambda e: e.get("title", stem(e["path"].rsplit("/", 1)[-1]))
        readable = lambda path: re.sub(r"\.[0-9a-f]{16,64}(?=\.[A-Za-z0-9]{1,16}$|$)", "", path.rsplit("/", 1)[-1])


        def applied(base, path):  # 21.2 (4)
            parts = [] if path.startswith("/") else [p for p in base.split("/") if p]
            for part in path.split("/"):
                if part == "..":
                    if not parts:
                        return None
                    parts.pop()
                elif part not in ("", "."):
                    parts.append(part)
            return "/".join(parts)


        def destination(text, source):  # 21.2
            if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", text):
                return "external", None
            path = re.split(r"[#?]", text)[0]
            if not path:
                return "file", source
            try:
                path = urllib.parse.unquote(path, errors="strict")
            except UnicodeDecodeError:
                return "missing", None
            found = applied(source.rsplit("/", 1)[0], unicodedata.normalize("NFC", path))
            if found is None:
                return "outside", None
            for candidate in (found, found + ".md"):
                if candidate in paths or candidate == "manifest.json":
                    return "file", candidate
                if candidate == found and found in folders:
                    return "folder", found
            return "missing", None


        def nearest(found, source):  # 21.3, the end
            folder = lambda p: [] if p.startswith("blobs/") else p.split("/")[1:-1]
            here = folder(source)

            def rank(path):
                there = folder(path)
                common = 0
                while common < min(len(here), len(there)) and here[common] == there[common]:
                    common += 1
                return len(here) + len(there) - 2 * common, ["notes", "cards", "blobs"].index(path.split("/")[0])

            best = min(map(rank, found))
            found = sorted(p for p in found if rank(p) == best)
            return ("file", found[0]) if len(found) == 1 else ("ambiguous", None)


        def wiki(target, source):  # 21.3
            target = target.strip(" ")
            if not target:
                return "file", source
            live = {key(e["path"]): e["path"] for e in items + blobs}
            if re.match(r"/|\.\.?/", target):
                bases = [applied(source.rsplit("/", 1)[0], target)]
            else:
                bases = [root + target for root in ("", "notes/", "cards/", "blobs/")]
            wanted = key(target)
            ends = lambda path: key(path) == wanted or key(path).endswith("/" + wanted)
            steps = [
                {live[key(b + end)] for b in bases if b is not None for end in ("", ".md") if key(b + end) in live},
                {e["path"] for e in items if ends(stem(e["path"]))} | {e["path"] for e in blobs if ends(e["path"])},
                {e["path"] for e in items if key(title(e)) == wanted},
                {e["path"] for e in blobs if key(readable(e["path"])) == wanted},
            ]
            for found in steps:
                if found:
                    return nearest(found, source)
            return "missing", None


        def without_code(body):  # 21.1: what CommonMark takes for code, with as many characters
            blank = lambda m: re.sub(r"[^\n]", " ", m.group())
            body = re.sub(r"(?ms)^ {0,3}(?:[-*+>] +|\d+\. +)?(```+|~~~+)[^`\n]*\n.*?(?:^[ >]*\1[`~]*[ \t]*$|\Z)", blank, body)
            body = re.sub(r"(?s)<!--.*?-->", blank, body)
            body = re.sub(r"(?s)(?<!`)(`+)(?!`)((?:(?!\n\n).)*?)(?<!`)\1(?!`)", blank, body)
            body = re.sub(r"(?s)%%.*?%%", blank, body)
            return re.sub(r"(?m)(?<=\n\n)(?: {4}|\t)(?![ \t]*(?:[-*+]|\d+\.) )[^\n]*$", blank, body)


        def values(head):  # 21.7, as far as real notes go: no escapes, no links over several texts
            own, lines = True, []
            for line in head.split("\n"):
                key = re.match(r"([^\s#\-\]}][^:]*):(?=\s|$)", line)
                if key:
                    own = key.group(1) in ("uuid", "title", "created", "modified", "pinned", "tags")
                hidden = own or line.startswith("---") or re.match(r"[ \t]*#", line)
                start = key.end() if key else 0
                lines.append(" " * len(line) if hidden else " " * start + line[start:])
            return "\n".join(lines)


        PATTERN = re.compile(
            r"!?\[\[(?P<wiki>[^\[\]\n|#]*)(?:#[^\[\]\n|]*)?(?:\|[^\[\]\n]*)?\]\]"
            r"|\]\((?P<link><[^>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
            r"|(?m:^) {0,3}\[[^\]\n]+\]:\s*(?P<definition><[^>\n]*>|\S+)"
            r"|<[A-Za-z][^<>]*?\b(?:src|href)\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')"
        )


        def links(entry):
            text = open(os.path.join(bundle, entry["path"]), encoding="utf-8").read().lstrip("\ufeff")
            head = re.match(r"---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)|---[ \t]*\n---[ \t]*(?:\n|\Z)", text, re.S)
            start = head.end() if head else 0
            body = values(text[:start]) + without_code(text[start:])
            for match in PATTERN.finditer(body):
                name, value = next((n, v) for n, v in match.groupdict().items() if v is not None)
                if name == "wiki":
                    goal, target = wiki(value.rstrip("\\"), entry["path"])
                else:
                    goal, target = destination(value.strip("<>"), entry["path"])
                if goal != "external":
                    yield name == "wiki", body.count("\n", 0, match.start()) + 1, goal, target


        uuids = {e["path"]: e.get("uuid", e["path"]) for e in entries}
        found = [(e["path"], *link) for e in items for link in links(e)]
        graph = {}
        for e in items:
            for index, (_, _, goal, target) in enumerate(links(e)):
                if goal == "file":
                    graph[f"{uuids[e['path']]} {index}"] = uuids[target]
        count = lambda isWiki, goals: sum(1 for f in found if f[1] == isWiki and f[3] in goals)
        print(json.dumps({
            "wiki": [count(True, g) for g in (("file",), ("missing", "outside"), ("ambiguous",))],
            "destinations": [count(False, g) for g in (("file", "folder"), ("missing", "outside"), ("ambiguous",))],
            "links": sorted(f"{p}:{line} {goal} {target or ''}".strip() for p, _, line, goal, target in found),
            "graph": graph,
        }))
        """#
}
