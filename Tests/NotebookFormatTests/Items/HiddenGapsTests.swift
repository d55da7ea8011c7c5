import Testing

@testable import NotebookFormat

struct `A list of cards` {
    @Test(arguments: [
        ("The {{c1::heron}} eats.", "The […] eats."), ("{{c1::a {{c2::b}} c}} d", "[…] d"), ("{{c12::a::hint}}", "[…]"),
        ("cut {{c1::off", "cut […]"), ("A ==bittern== booms ==twice==", "A […] booms […]"), ("a == b", "a == b"),
        ("x ==a== {{c1::b}}", "x […] […]"), ("heron}} eats {{c1::fish}}", "[…] eats […]"),
        ("{{c1:a}} {b}", "{{c1:a}} {b}"), ("a == b {{c1::x}} ==y==", "a == b […] […]"), ("===a==", "=[…]"),
        ("== a==b==", "== a[…]"), ("{{{c1::a}}}", "{[…]}"), ("{{c1234::a}}", "{{c1234::a}}"),
        ("==\u{A0}a==", "==\u{A0}a=="), ("==é==", "[…]"), ("a==", "a=="),
        ("plain", "plain"), ("", ""),
    ])
    func `shows no gap`(text: String, shown: String) {
        #expect(HiddenGaps.text(text) == shown)
    }
}
