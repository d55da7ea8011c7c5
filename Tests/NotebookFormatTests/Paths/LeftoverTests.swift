import Testing

@testable import NotebookFormat

/// Files that programs leave behind (Format, clause 10.3).
struct `A file that a program left behind` {
    @Test(arguments: [
        "notes/A.md:Zone.Identifier", "notes/A.md.Zone.Identifier", "notes/A.mdZone.Identifier",
        "notes/A.md\u{F03A}Zone.Identifier", "notes/A.md\u{F022}Zone.Identifier", "notes/A.md:ZONE.identifier:$DATA",
        "notes/A.md:com.dropbox.attrs", "blobs/a.0123456789abcdef.jpg:Zone.Identifier", "notes/~$A.docx", "notes/A.md~",
        "notes/A.md.~1~", "notes/#A.md#", "notes/4913", "4913", "notes/A.md.crswap", "notes/A.md~RF1a2b3c.TMP",
        "notes/sedAb1CdE", "notes/~syncthing~A.md.tmp", "notes/a:b:com.apple.x",
        "notes/A.md.1a2b3c4d.partial", "notes/A.md.part", "notes/A.md.sb-1a2b3c4d-aBcDeF", "notes/A.md___jb_tmp___",
        "notes/~WRL0001.tmp", "notes/A.md.save", "notes/A.md.save.12", "notes/A.md.orig", "notes/A.md.swp",
        "notes/A.md.bak", "notes/A.md.tmp", "notes/A.md.kate-swp", "notes/lu1a2b3c4d.tmp", "notes/lu4562xyz.tmp",
        "notes/A.\u{212A}ate-swp", "notes/~$A.md", "cards/~$A.md", "extras/org.example/~$a.odt",
        "blobs/~$port.0123456789abcdef.docx",
        "blobs/a.jpg~", "manifest.json~", "notes/Käse.md~", "trash/20260101T000000Z-00000000/notes/A.md~",
    ]) func `is known by its name`(path: String) { #expect(Leftover.matches(path)) }

    @Test(arguments: [
        "notes/A.md", "notes/A~.md", "notes/#tag#.md", "notes/~A.md", "notes/~$.md", "notes/A.autosave.md",
        "Notes/~$.MD", "notes/$~A.md", "notes/4913.md", "notes/4913/A.md",
        "extras/org.example/A~", "extras/org.example/4913", "blobs/a.0123456789abcdef.part", "notes/A.txt",
        "notes/A.tmp", "notes/A.bak", "notes/7:30", "notes/~a.tmp", "notes/##", "notes/:Zone", "notes/Zone.md",
        "notes/49131", "notes/sedentary", "notes/~rf1a2b.tmp", "notes/A~rf.tmp", "notes/lunch.tmp", "notes/lu.tmp",
        "extras/org.example/A.md.bak", "notes/A.md.bak.md",
        "notes/A.sb-1a2b3c4d-aBcDeFg", "notes/A.sb-1a2b3c4(-aBcDeF", "notes/~WR_0001.tmp", "notes/~WRL001.tmp",
        "notes/a:Zone.Identifier\u{301}.txt",
        "trash/20260101T000000Z-00000000/notes/A.md", "notes/A.orig",
        "blobs/~.0123456789abcdef", "notes/a:com.apple.x.md", "notes/a:com.apple.x.MD",
    ]) func `is nothing that a document can hold, and nothing else`(path: String) { #expect(!Leftover.matches(path)) }
}
