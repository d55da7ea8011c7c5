import NotebookFiles
package import NotebookFormat
package import NotebookStore
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One page with everything, which any browser opens without a network.
package struct PageFormat: ItemExporter {
    /// The size up to which attachments are embedded by default: 5 MiB.
    package static let usualLimit = 5 << 20

    package let name = "html"
    package let isOneFile = true
    private let limit: Int

    /// Makes the format.
    ///
    /// - Parameter limit: The size in bytes up to which attachments are embedded; others are only named.
    package init(embeddingUpTo limit: Int = usualLimit) { self.limit = limit }

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let content = try PageContent(items, of: notebook, embeddingUpTo: limit)
        try write("") { write in
            try PageDocument(content).writeIndex(
                to: PageOutput(attachments: content.attachments, notebook: notebook, write: write))
        }
        return try leftBehind(content, items, of: notebook)
    }

    /// A page that reloads itself when a later page replaces it.
    ///
    /// - Parameters:
    ///   - number: The number of the page, counted from 0.
    ///   - item: The item that it shows first; `nil` for the list.
    ///   - memory: Keeps the texts of the page before.
    package func preview(
        _ items: [Item], of notebook: ExportedNotebook, number: Int, showing item: BundlePath? = nil,
        _ memory: PageMemory? = nil, to write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let content = try PageContent(items, of: notebook, embeddingUpTo: limit, memory)
        try PageDocument(content, reload: PageReload(number: number, first: item)).writeIndex(
            to: PageOutput(attachments: content.attachments, notebook: notebook, write: write))
    }

    /// The file, with its content, that tells the page with this number that a later page has replaced it.
    package static func mark(after number: Int) -> (name: String, content: String) {
        (PageReload.mark(after: number), PageReload.picture)
    }

    /// The file, with its content, that a preview opens every second as long as a browser shows it.
    package static let sign = (name: PageReload.sign, content: PageReload.picture)

    private func leftBehind(_ content: PageContent, _ items: [Item], of notebook: ExportedNotebook) throws -> [String] {
        let absent = content.blobs.filter { path in
            if case .absent = content.attachments.places[path] { true } else { false }
        }
        return try content.leftBehind(notebook, items)
            + absent.map { PrintableText.escaped(AttachmentName.readable($0)) + " (too large to embed)" }
    }
}

/// A folder of pages, one for each item, for any web server or for a browser without one.
package struct SiteFormat: ItemExporter {
    package let name = "site"
    package let isOneFile = false

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let content = try PageContent(items, of: notebook, embeddingUpTo: nil)
        let document = PageDocument(content)
        func output(_ name: String, _ body: @escaping (PageOutput) throws -> Void) throws {
            try write(name) { write in
                try body(PageOutput(attachments: content.attachments, notebook: notebook, write: write))
            }
        }
        func add(_ name: String, _ text: String) throws { try output(name) { try $0.add(text) } }
        try output("index.html", document.writeIndex)
        try add("style.css", document.style)
        try add("script.js", PageScript.text)
        try add("search.js", try SiteSearch.text(content.items))
        if let study = document.studyPage() {
            try add(PageDocument.studyName, study)
            try add("study.js", PageStudyScript.text)
        }
        try document.writePages { try add($0.name + ".html", $1) }
        for path in content.blobs {
            guard case .file(let name)? = content.attachments.places[path] else { continue }
            try write(name) { write in try notebook.stream(path, write) }
        }
        return try content.leftBehind(notebook, items)
    }
}

extension PageContent {
    /// What a page does not show of the selected items.
    fileprivate func leftBehind(_ notebook: ExportedNotebook, _ items: [Item]) throws -> [String] {
        try notebook.leftBehind(items, Set(blobs), hasDescription: true)
    }
}

/// The texts that a site searches, as a script, because a page that was opened from a disk cannot read other files.
enum SiteSearch {
    static func text(_ items: [PageItem]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        let texts = try encoder.encode(items.map(\.text))
        return "window.bundleTexts = " + String(decoding: texts, as: UTF8.self) + ";\n"
    }
}

/// How a preview page reloads itself when a later page replaces it, and keeps its position.
struct PageReload {
    /// The number of this page; the next page has the next number.
    let number: Int
    /// The item that is shown first; `nil` for the list.
    ///
    /// Programs that open a page in a browser lose the fragment of its address.
    let first: BundlePath?

    /// The name of a file beside the page whose existence shows that a later page has replaced this one.
    static func mark(after number: Int) -> String { "later-than-\(number).svg" }

    /// The name of a file beside the page, which a page opens as long as somebody shows it.
    static let sign = "shown.svg"

    /// The content of these files: the page is only allowed to load images.
    static let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>"

    /// The script; it keeps position and search in the entry of the browser’s history, which survives a reload.
    var script: String {
        """
        'use strict';
        (() => {
          const pane = (id) => document.getElementById(id);
          const panes = ['page.sidebar', 'all', 'page.reading'];
          // Cards that are turned over, and what is folded, of the item that is shown.
          const folds = () => Array.from(document.querySelectorAll('article.current details'));
          // What selects the element with the focus; for anything in the item, its title.
          const focused = () => {
            const element = document.activeElement, list = element?.closest('[id="page.sidebar"], [id="page.rows"]');
            if (element?.id) return '#' + CSS.escape(element.id);
            if (list) return '[id="' + list.id + '"] [href="' + element.getAttribute('href') + '"]';
            return element?.closest('article.current') ? 'article.current h2' : '';
          };
          const keep = () => ({
            view: true, top: window.scrollY, panes: panes.map((id) => pane(id).scrollTop),
            query: pane('page.query').value, sort: pane('page.sort').value,
            place: document.querySelector('.source[aria-current]').getAttribute('href').slice(1),
            rows: pane('page.rows').childElementCount, focus: focused(), open: folds().map((details) => details.open),
          });
          const focus = (kept) => { if (kept.focus) document.querySelector(kept.focus)?.focus({ preventScroll: true }); };
          const restore = (kept, times) => {
            panes.forEach((id, number) => { pane(id).scrollTop = kept.panes[number]; });
            window.scrollTo(0, kept.top);
            // The list gets more rows each time that it is scrolled to its end.
            if (times > 0 && pane('page.rows').childElementCount < kept.rows) setTimeout(restore, 50, kept, times - 1);
            else focus(kept);
          };
          const look = () => {
            new Image().src = '\(Self.sign)?' + Date.now();
            const picture = new Image();
            picture.addEventListener('load', () => {
              history.replaceState(keep(), '');
              location.reload();
            });
            picture.addEventListener('error', () => { setTimeout(look, 1000); });
            picture.src = '\(Self.mark(after: number))?' + Date.now();
          };
          document.addEventListener('DOMContentLoaded', () => {
            const kept = history.state;
            if (kept && kept.view) {
              const details = folds();
              if (details.length === kept.open.length) details.forEach((fold, number) => { fold.open = kept.open[number]; });
              focus(kept);
              setTimeout(restore, 100, kept, kept.rows / 40);
            }
            setTimeout(look, 500);
          });
        })();

        """
    }
}
