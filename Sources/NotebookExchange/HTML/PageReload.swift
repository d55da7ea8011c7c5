import NotebookFormat

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
          const keep = () => ({
            view: true, top: window.scrollY, panes: panes.map((id) => pane(id).scrollTop),
            query: pane('page.query').value, sort: pane('page.sort').value,
            focus: document.activeElement?.id || '', open: folds().map((details) => details.open),
          });
          const restore = (kept) => {
            panes.forEach((id, number) => { pane(id).scrollTop = kept.panes[number]; });
            window.scrollTo(0, kept.top);
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
              const query = pane('page.query');
              if (kept.sort !== pane('page.sort').value) {
                pane('page.sort').value = kept.sort;
                pane('page.sort').dispatchEvent(new Event('change'));
              }
              const details = folds();
              if (details.length === kept.open.length) details.forEach((fold, number) => { fold.open = kept.open[number]; });
              if (kept.focus) pane(kept.focus)?.focus({ preventScroll: true });
              if (kept.query) {
                query.value = kept.query;
                query.dispatchEvent(new Event('input', { bubbles: true }));
              }
              setTimeout(() => { restore(kept); }, 100);
            }
            setTimeout(look, 500);
          });
        })();

        """
    }
}
