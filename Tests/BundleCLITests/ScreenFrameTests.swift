import NotebookTestSupport
import TestSupport
import Testing

@testable import BundleCLI

struct `What a screen shows` {
    private static let words = ["heron", "鷺", "e\u{301}toile", "🦆", "a b", "│", "", "▸ Birds", "✏️", "x"]

    private static func frame(_ generator: inout SeededGenerator, like old: ScreenFrame? = nil) -> ScreenFrame {
        var frame = old ?? ScreenFrame(width: 30, height: 6)
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            var line = ScreenLine("")
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let faces = ScreenLook.Faces(rawValue: UInt8.random(in: 0...3, using: &generator) * 8)
                let look = ScreenLook(faces, color: [nil, 3, 200].randomElement(using: &generator) ?? nil)
                line.append((words.randomElement(using: &generator) ?? "") + " ", look)
            }
            frame.put(
                line, column: Int.random(in: 0..<30, using: &generator), row: Int.random(in: 0..<6, using: &generator),
                width: Int.random(in: 1...30, using: &generator))
        }
        return frame
    }

    private static func shown(_ frames: [ScreenFrame?], hasColors: Bool = true) -> TerminalModel {
        var terminal = TerminalModel(width: 30, height: 6)
        for (old, new) in zip(frames, frames.dropFirst()) {
            guard let new else { continue }
            terminal.write(
                String(decoding: ScreenDifference.bytes(from: old, to: new, hasColors: hasColors), as: UTF8.self))
        }
        return terminal
    }

    @Test(arguments: Seeds.some(200))
    func `is the same whether it is drawn anew or changed`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var frames: [ScreenFrame?] = [nil, Self.frame(&generator)]
        for _ in 0..<5 { frames.append(Self.frame(&generator, like: frames.last ?? nil)) }
        let (changed, anew) = (Self.shown(frames), Self.shown([nil, frames.last ?? nil]))
        #expect(changed.rows == anew.rows, "seed \(seed)")
        #expect(changed.texts == frames.last??.texts)
    }

    @Test func `costs nothing where nothing changes, and little for a changed row`() {
        var old = ScreenFrame(width: 200, height: 60)
        for row in 0..<60 {
            old.put(ScreenLine("row \(row) " + String(repeating: "heron ", count: 30)), column: 0, row: row, width: 200)
        }
        #expect(ScreenDifference.bytes(from: old, to: old, hasColors: true).isEmpty)
        var new = old
        new.put(
            ScreenLine("row 7 " + String(repeating: "heron ", count: 29) + "bittern"), column: 0, row: 7, width: 200)
        let bytes = ScreenDifference.bytes(from: old, to: new, hasColors: true)
        #expect(bytes.count < 40, "\(String(decoding: bytes, as: UTF8.self))")
        #expect(ScreenDifference.bytes(from: nil, to: new, hasColors: true).count > 10_000)
    }

    @Test func `passes over what stays between two changes in a row`() {
        var old = ScreenFrame(width: 200, height: 2)
        old.put(ScreenLine(String(repeating: "heron ", count: 33)), column: 0, row: 0, width: 200)
        var new = old
        for column in [0, 190] { new.put(ScreenLine("X"), column: column, row: 0, width: 1) }
        let bytes = ScreenDifference.bytes(from: old, to: new, hasColors: true)
        #expect(bytes.count < 40, "\(String(decoding: bytes, as: UTF8.self))")
    }

    @Test func `leaves nothing old beside an emoji that a terminal shows in one column`() {
        var old = ScreenFrame(width: 10, height: 1)
        old.put(ScreenLine("abcdef"), column: 0, row: 0, width: 10)
        var new = ScreenFrame(width: 10, height: 1)
        new.put(ScreenLine("✏️cdef"), column: 0, row: 0, width: 10)
        let bytes = ScreenDifference.bytes(from: old, to: new, hasColors: false)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("\u{1B}[2G \u{1B}[1G✏️"), "\(text.debugDescription)")
    }

    @Test func `has no colours without colours, but other looks`() {
        var frame = ScreenFrame(width: 10, height: 1)
        frame.put(ScreenLine("heron", ScreenLook([.reversed], color: 3)), column: 0, row: 0, width: 10)
        let plain = String(decoding: ScreenDifference.bytes(from: nil, to: frame, hasColors: false), as: UTF8.self)
        #expect(plain.contains("\u{1B}[0;7mheron") && !plain.contains("33"))
        let colored = String(decoding: ScreenDifference.bytes(from: nil, to: frame, hasColors: true), as: UTF8.self)
        #expect(colored.contains("\u{1B}[0;7;33mheron"))
    }

    @Test func `fits lines to columns, wide and combining characters included`() {
        let line = ScreenLine("鷺鷺 e\u{301}x")
        #expect(line.width == 7)
        #expect(line.fitted(to: 9).map(\.text).joined() == "鷺鷺 e\u{301}x  ")
        #expect(line.fitted(to: 4).map(\.text) == ["鷺", "", " ", "…"])
        #expect(line.fitted(to: 5).map(\.text) == ["鷺", "", "鷺", "", "…"])
        #expect(line.fitted(to: 1).map(\.text) == ["…"] && line.fitted(to: 0).isEmpty)
        #expect(line.columns(of: "É") == [5..<6] && line.columns(of: "鷺") == [0..<2, 2..<4])
        #expect(ScreenLine("Grey HERON").columns(of: "heron") == [5..<10])
    }

    @Test func `reads faces and links of rendered text`() {
        let line = ScreenLine(styled: "a \u{1B}]8;;to:x\u{1B}\\\u{1B}[4;34mlink\u{1B}[0m\u{1B}]8;;\u{1B}\\ b")
        #expect(line.text == "a link b")
        #expect(line.links == [.init(columns: 2..<6, address: "to:x")])
        #expect(line.cells[2].look == ScreenLook([.underlined], color: 4) && line.cells[7].look == ScreenLook())
        #expect(
            ScreenLook.color("#ff8800") == 208 && ScreenLook.color("#000000") == 16 && ScreenLook.color("red") == nil)
    }

    @Test(arguments: ["A B#c", "../x%20y.md", "https://example.org/?q=ü", "100%"])
    func `keeps what links lead to`(text: String) {
        #expect(LinkMark(address: LinkMark.wiki(text).address) == .wiki(text))
        #expect(LinkMark(address: LinkMark.destination(text).address) == .destination(text))
        #expect(LinkMark(address: "http://x") == nil)
    }
}
