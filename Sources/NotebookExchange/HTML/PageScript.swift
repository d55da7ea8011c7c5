/// The script of pages and sites: three panes, search while typing, and the keyboard.
///
/// Everything can be read without it.
enum PageScript {
    static let text = #"""

        'use strict';
        (function () {
          const root = document.documentElement;
          root.classList.add('js');
          const byId = (id) => document.getElementById(id);
          const page = (name) => byId('page.' + name);
          const step = 40;
          let rows = [], ordered = [], order = null, shown = [], drawn = 0, words = [], current = null;
          let place = { kind: 'none', value: '', label: '' };
          // Where the list was on a narrow screen, on which the item takes its place.
          let offset = 0;
          // Whether the list and the item are beside each other.
          const wide = window.matchMedia('(min-width:720px)');

          // Texts are compared without case and diacritics.
          function fold(text) {
            if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
            return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss');
          }

          // The parts of a text that match words: pairs of offsets.
          function matches(text, words) {
            if (!words.length) return [];
            let flat = '', places = [], offset = 0;
            for (const character of text) {
              for (const unit of fold(character)) { flat += unit; for (let i = 0; i < unit.length; i++) places.push(offset); }
              offset += character.length;
            }
            places.push(offset);
            const found = [];
            for (const word of words) {
              for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + word.length)) {
                let end = at + word.length;
                while (end < flat.length && places[end] === places[end - 1]) end++;
                found.push([places[at], places[end]]);
              }
            }
            found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
            let last = 0;
            return found.filter((pair) => {
              if (pair[0] < last) return false;
              last = pair[1];
              return true;
            });
          }

          // A text with its matches marked.
          function marked(text, words) {
            const fragment = document.createDocumentFragment();
            let end = 0;
            for (const [from, to] of matches(text, words)) {
              fragment.append(text.slice(end, from));
              const mark = document.createElement('mark');
              mark.className = 'hit';
              mark.textContent = text.slice(from, to);
              fragment.append(mark);
              end = to;
            }
            fragment.append(text.slice(end));
            return fragment;
          }

          function isSite() { return document.body.dataset.site !== undefined; }
          function article(row) { return row.id ? byId(row.id) : null; }

          function textOf(row) {
            if (window.bundleTexts) return window.bundleTexts[row.number] || '';
            const item = article(row);
            if (!item) return '';
            const text = item.querySelector('.text');
            if (!text.querySelector('.turn, .embedded, math')) return text.textContent;
            // The button of a card and embedded texts are none of its text, and a formula is found by its source.
            const copy = text.cloneNode(true);
            for (const button of copy.querySelectorAll('.turn > summary, .embedded')) button.remove();
            for (const math of copy.querySelectorAll('math')) math.replaceWith(math.querySelector('annotation').textContent);
            return copy.textContent;
          }

          // Folds the texts, a few at a time until somebody searches.
          let prepared = 0;
          function prepare(deadline) {
            while (prepared < rows.length) {
              const row = rows[prepared++];
              row.foldedTitle = fold(part(row, 'title'));
              row.folded = fold(part(row, 'title') + '\n' + tagsOf(row) + '\n' + textOf(row));
              if (deadline && prepared % 20 === 0 && deadline.timeRemaining() < 2) return later(prepare);
            }
          }
          function later(work) {
            if (window.requestIdleCallback) window.requestIdleCallback(work);
            else setTimeout(() => work({ timeRemaining: () => 10 }), 50);
          }

          function read(element) {
            const link = element.firstElementChild, data = element.dataset;
            const target = link.getAttribute('href');
            return {
              element, link, number: Number(data.number),
              id: target.startsWith('#') ? decodeURIComponent(target.slice(1)) : null,
              folder: data.folder || '', tags: (data.tags || '').split(' '), smart: (data.smart || '').split(' '),
              name: Number(data.name), created: Number(data.created), modified: Number(data.modified),
              pinned: data.pinned !== undefined, title: null, excerpt: null, folded: '', foldedTitle: '',
            };
          }

          // The texts of a row, read when they are needed: of most rows, that is after the page is shown.
          function part(row, name) { return row[name] ??= row.link.querySelector('.' + name).textContent; }
          function tagsOf(row) { return Array.from(row.link.querySelectorAll('.tag'), (tag) => tag.textContent).join(' '); }

          function belongs(row) {
            switch (place.kind) {
              case 'folder': return row.folder === place.value || row.folder.startsWith(place.value + '/');
              case 'tag': return row.tags.includes(place.value);
              case 'smart': return row.smart.includes(place.value);
              default: return true;
            }
          }

          // Sorts all rows when another order is chosen, so that a search does not have to sort what it finds.
          function sort(key) {
            if (order === key) return;
            order = key;
            ordered = rows.slice().sort((a, b) => {
              if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
              if (key === 'name') return a.name - b.name;
              return b[key] - a[key] || a.name - b.name;
            });
          }

          function list() {
            words = fold(page('query').value).split(/\s+/).filter(Boolean);
            if (words.length) prepare();
            sort(page('sort').value);
            const has = (text) => words.every((word) => text.includes(word));
            shown = ordered.filter((row) => belongs(row) && has(row.folded));
            if (words.length) best();
            page('rows').replaceChildren();
            drawn = 0;
            draw();
            byId('all').scrollTop = 0;
            offset = 0;
            if (document.body.dataset.view === 'list') window.scrollTo(0, 0);
            drawMore();
            const things = shown.length === 1 ? '1 item' : shown.length + ' items';
            page('status').textContent = things + (place.label ? ' in ' + place.label : '') +
              (words.length ? ' with “' + page('query').value.trim() + '”' : '');
          }

          // Puts the best matches first: titles before texts, whole words before parts of words.
          function best() {
            const query = words.join(' ');
            const wholes = words.map((word) => new RegExp(
              '(?<![\\p{L}\\p{N}])' + word.replace(/[^\p{L}\p{N}]/gu, (sign) => '\\u{' + sign.codePointAt(0).toString(16) + '}') +
              '(?![\\p{L}\\p{N}])', 'u'));
            const isWhole = (text) => wholes.every((whole) => whole.test(text));
            for (const row of shown) {
              const title = row.foldedTitle, isTitle = words.every((word) => title.includes(word));
              row.rank = title === query ? 0 : title.startsWith(query) ? 1 :
                isTitle ? isWhole(title) ? 2 : 3 : isWhole(row.folded) ? 4 : 5;
            }
            shown.sort((a, b) => a.rank - b.rank);
          }

          // Shows some more rows of the list.
          function draw() {
            const next = shown.slice(drawn, drawn + step);
            for (const row of next) {
              const title = part(row, 'title'), excerpt = part(row, 'excerpt');
              row.link.querySelector('.title').replaceChildren(marked(title, words));
              row.link.querySelector('.excerpt').replaceChildren(marked(words.length ? snippet(row) : excerpt, words));
            }
            // The page of an item marks them, too.
            const query = words.length && isSite() ? '?q=' + encodeURIComponent(words.join(' ')) : '';
            if (isSite()) for (const row of next) row.link.search = query;
            page('rows').append(...next.map((row) => row.element));
            drawn += next.length;
          }

          // Shows more rows while the end of the list is near, also if the window is higher than the first ones.
          function drawMore() {
            const pane = wide.matches ? byId('all') : document.documentElement;
            if (!root.classList.contains('ready') || !wide.matches && document.body.dataset.view !== 'list') return;
            while (drawn < shown.length && pane.scrollTop + pane.clientHeight > pane.scrollHeight - 600) draw();
          }

          // The part of a text around the first match.
          function snippet(row) {
            const text = textOf(row).replace(/\s+/g, ' ').trim(), flat = fold(text);
            let at = Math.min(...words.map((word) => flat.indexOf(word)).filter((index) => index >= 0));
            // Folded, some characters are several.
            if (isFinite(at) && flat.length !== text.length) at = matches(text, words)[0]?.[0] ?? Infinity;
            if (!isFinite(at) || at < 60) return text.slice(0, 100) + (text.length > 100 ? '…' : '');
            let start = text.indexOf(' ', at - 40) + 1;
            if (start === 0 || start > at) start = at - 20;
            if (/[\udc00-\udfff]/.test(text[start])) start++;
            return '…' + text.slice(start, start + 100) + '…';
          }

          function unmark(element) {
            for (const mark of element.querySelectorAll('mark.hit')) {
              const parent = mark.parentNode;
              mark.replaceWith(...mark.childNodes);
              parent.normalize();
            }
          }

          function mark(element) {
            unmark(element);
            if (!words.length) return;
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), texts = [];
            while (walker.nextNode()) texts.push(walker.currentNode);
            for (const node of texts) {
              if (!node.parentNode.closest('math') && matches(node.data, words).length) node.replaceWith(marked(node.data, words));
            }
          }

          // The kind and the value of a place of the sidebar, such as “folder/Birds”.
          function named(hash) {
            const slash = hash.indexOf('/');
            return slash < 0 ? ['all', ''] : [hash.slice(0, slash), hash.slice(slash + 1)];
          }

          // Shows what an address names: a place of the sidebar, or an item.
          function route(event) {
            let hash = location.hash.slice(1);
            try { hash = decodeURIComponent(hash); } catch (error) { /* it is used as it is */ }
            const target = hash && byId(hash);
            const item = target && target.closest('article.item');
            const isPane = hash === 'page.reading';
            if (place.kind === 'none' && (isPane || item)) choose(...named(decodeURIComponent(history.state?.place || '')));
            if (isPane) { page('reading').focus(); return; }
            if (item) { show(item, target, Boolean(event)); return; }
            const isNew = choose(...named(hash)), wasItem = document.body.dataset.view === 'item';
            document.body.dataset.view = 'list';
            if (event) byId('all').focus({ preventScroll: true });
            if (isNew) window.scrollTo(0, 0); else if (wasItem) window.scrollTo(0, offset);
            drawMore();
            showFirst();
          }

          // Beside the list is always an item: the first one, until somebody chooses another.
          function showFirst() {
            const isChosen = document.body.dataset.view === 'item' || shown.some((row) => row.id && row.id === current?.id);
            const item = wide.matches && !isChosen && shown.length && article(shown[0]);
            if (item) display(item);
          }

          // Shows the items of a place; gives whether it was another one before.
          function choose(kind, value) {
            const links = Array.from(document.querySelectorAll('#page\\.sidebar a.source'));
            const own = kind === 'all' ? '#all' : '#' + kind + '/' + value;
            const link = links.find((link) => decodeURIComponent(link.getAttribute('href')) === own) || links[0];
            closeMenu();
            if (place.kind !== 'none' && link.hasAttribute('aria-current')) return false;
            for (const other of links) other.removeAttribute('aria-current');
            link.setAttribute('aria-current', 'true');
            const name = link.querySelector('.name').textContent;
            let index = '';
            const dot = link.querySelector('.dot');
            if (kind === 'tag' && dot) index = dot.className.replace(/^.* t/, '');
            if (kind === 'smart') index = String(links.filter((other) => /^#smart\//.test(other.getAttribute('href'))).indexOf(link));
            place = { kind, value: kind === 'folder' ? value : index, label: link === links[0] ? '' : name };
            if (link === links[0]) place.kind = 'all';
            const back = page('back');
            if (back) { back.href = link.getAttribute('href'); back.textContent = name; }
            list();
            return true;
          }

          function show(item, target, isMoving) {
            if (document.body.dataset.view === 'list') offset = window.scrollY;
            document.body.dataset.view = 'item';
            // The list shows where the item is.
            const row = rows.find((row) => row.id === item.id);
            if (row && !words.length && !shown.includes(row)) choose(row.folder ? 'folder' : 'all', row.folder);
            display(item);
            closeMenu();
            if (target !== item) target.scrollIntoView(); else { page('reading').scrollTop = 0; window.scrollTo(0, 0); }
            const title = item.querySelector('h2');
            if (isMoving && target === item) title.focus({ preventScroll: true });
          }

          // Puts an item beside the list, and its row into view.
          function display(item) {
            if (current && current !== item) { unmark(current); current.classList.remove('current'); }
            current = item;
            item.classList.add('current');
            complete(item);
            for (const row of rows) {
              if (row.id !== item.id) { row.link.removeAttribute('aria-current'); continue; }
              row.link.setAttribute('aria-current', 'page');
              if (shown.includes(row)) while (!row.element.isConnected) draw();
              if (row.element.isConnected) row.element.scrollIntoView({ block: 'nearest' });
            }
            mark(item);
          }

          // Adds to an item what only a script can show.
          function complete(item) {
            fill(item);
            link(item);
            if ('complete' in item.dataset) return;
            item.dataset.complete = '';
            outline(item);
            graph(item);
            documents(item);
          }

          function make(name, className, ...content) {
            const element = document.createElement(name);
            if (className) element.className = className;
            element.append(...content);
            return element;
          }

        \#(around)

          // Tags become links: without a script, there is no list of the items with a tag.
          function link(element) {
            for (const tag of element.querySelectorAll('.tag[data-place]')) {
              const link = document.createElement('a');
              link.className = tag.className;
              link.href = tag.dataset.place;
              link.append(...tag.childNodes);
              tag.replaceWith(link);
            }
          }

          // A picture that is shown several times is in the page once.
          function fill(element) {
            for (const image of element.querySelectorAll('img[data-of]')) {
              const first = byId(image.dataset.of);
              if (first && !image.src) image.src = first.src;
            }
          }

          function closeMenu() {
            document.body.classList.remove('menu');
            page('menu').setAttribute('aria-expanded', 'false');
          }

          function keys(event) {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const field = event.target.closest('input, select, textarea');
            if (event.key === '/' && !field) { event.preventDefault(); document.body.dataset.view = 'list'; page('query').focus(); }
            if (event.key === 'Enter' && event.target === page('query') && shown.length) shown[0].link.click();
            if (event.key === 'Escape') {
              if (preview) hidePreview(); else if (document.body.classList.contains('menu')) { closeMenu(); page('menu').focus(); }
              else if (page('query').value) { page('query').value = ''; list(); if (current) mark(current); }
            }
            const isDown = event.key === 'ArrowDown', isUp = event.key === 'ArrowUp';
            const inList = event.target.closest('#page\\.rows') || event.target === page('query');
            if ((isDown || isUp) && inList) {
              const links = Array.from(page('rows').querySelectorAll('a'));
              const next = links[links.indexOf(event.target.closest('a')) + (isDown ? 1 : -1)];
              event.preventDefault();
              if (next) next.focus(); else if (isUp) page('query').focus();
            }
          }

          // Paper does not turn over.
          function prepareForPaper() {
            let closed = [];
            window.addEventListener('beforeprint', () => {
              closed = Array.from(document.querySelectorAll('article details:not([open])'));
              for (const details of closed) details.open = true;
              fill(document);
              if (isSite()) while (drawn < shown.length) draw();
            });
            window.addEventListener('afterprint', () => { for (const details of closed) details.open = false; });
          }

          // The page of one item, which may come from a search.
          function startItem() {
            words = fold(new URLSearchParams(location.search).get('q') || '').split(/\s+/).filter(Boolean);
            const item = document.querySelector('article.item');
            if (item) { complete(item); mark(item); }
          }

          function start() {
            prepareForPaper();
            keepFocus();
            if (!page('rows')) { startItem(); return; }
            rows = Array.from(page('rows').children, read);
            // A page that replaces another goes on as that was.
            page('sort').value = history.state?.sort || document.body.dataset.sort;
            if (history.state?.query) page('query').value = history.state.query;
            page('query').addEventListener('input', () => { list(); if (current) mark(current); });
            page('sort').addEventListener('change', list);
            byId('all').addEventListener('scroll', drawMore);
            for (const change of ['scroll', 'resize']) window.addEventListener(change, drawMore);
            page('menu').addEventListener('click', () => {
              const isOpen = document.body.classList.toggle('menu');
              page('menu').setAttribute('aria-expanded', String(isOpen));
              if (isOpen) page('sidebar').focus({ preventScroll: true });
            });
            document.addEventListener('keydown', keys);
            window.addEventListener('hashchange', route);
            wide.addEventListener('change', showFirst);
            preparePreviews();
            // A link to where one is changes no address, but what is shown may be something else.
            document.addEventListener('click', (event) => {
              const link = event.target.closest('a[href^="#"]');
              if (link && !event.defaultPrevented && link.hash === location.hash) route(event);
            });
            // A browser that goes back to the page fills the field again.
            window.addEventListener('pageshow', () => { if (page('query').value && !words.length) list(); });
            document.body.dataset.view = 'list';
            const first = document.body.dataset.first;
            if (first && !location.hash) history.replaceState(history.state, '', first);
            route(null);
            root.classList.add('ready');
            drawMore();
            if (isSite()) {
              const texts = document.createElement('script');
              texts.src = 'search.js';
              texts.addEventListener('load', () => { prepared = 0; if (words.length) list(); else later(prepare); });
              document.head.append(texts);
            } else later(prepare);
          }

          document.addEventListener('DOMContentLoaded', start);
        })();

        """#
}
