extension PageScript {
    /// What the script shows around a text: its outline, the items around it, and previews of what its links lead to.
    static let around = #"""
          // The headings of a text, if there are several.
          function outline(item) {
            const own = (heading) => heading.id && !heading.closest('.embedded, .turn');
            const headings = Array.from(item.querySelectorAll('.text [class^=heading-]')).filter(own);
            if (headings.length < 3) return;
            const list = make('ul'), details = make('details', 'outline', make('summary', '', 'Outline'), list);
            const top = Math.min(...headings.map((heading) => Number(heading.className.slice(8))));
            for (const heading of headings) {
              const link = make('a', 'level-' + (Number(heading.className.slice(8)) - top), heading.textContent);
              link.href = '#' + encodeURIComponent(heading.id);
              list.append(make('li', '', link));
            }
            details.open = window.matchMedia('(min-width:1500px)').matches;
            item.querySelector('.text').before(details);
          }

          // Embedded PDFs below their names, if the browser shows any: each in a frame, with the browser's own viewer.
          const blobs = new Map(), fresh = new Set();
          function documents(item) {
            if (navigator.pdfViewerEnabled === false) return;
            for (const link of item.querySelectorAll('.document a')) {
              const address = link.getAttribute('href'), number = link.parentNode.dataset.page;
              const source = address.startsWith('#') ? blob(decodeURIComponent(address.slice(1))) : address;
              if (!source) continue;
              const frame = make('iframe');
              frame.title = link.textContent;
              frame.src = source + (number ? '#page=' + number : '');
              fresh.add(frame);
              frame.addEventListener('load', () => setTimeout(() => fresh.delete(frame), 5000));
              link.after(frame);
            }
          }
          // A viewer that cannot show a PDF takes the focus, and the page scrolls there. Unless somebody goes there with the
          // pointer or with Tab, both stay where they were.
          function keepFocus() {
            let left = null, tabbed = -Infinity;
            document.addEventListener('keydown', (event) => { if (event.key === 'Tab') tabbed = event.timeStamp; }, true);
            document.addEventListener('focusout', (event) => { left = event; });
            window.addEventListener('blur', (event) => {
              const frame = document.activeElement;
              if (!fresh.delete(frame) || frame.matches(':hover') || event.timeStamp < tabbed + 1000) return;
              const panes = [page('reading'), document.scrollingElement].filter(Boolean);
              const tops = panes.map((pane) => pane.scrollTop);
              const stay = () => panes.forEach((pane, index) => { pane.scrollTop = tops[index]; });
              document.addEventListener('scroll', stay, { capture: true, once: true });
              setTimeout(() => document.removeEventListener('scroll', stay, true), 500);
              const last = left && event.timeStamp < left.timeStamp + 100 ? left.target : null;
              // Keys go to the page only if it takes the focus after the event.
              setTimeout(() => { frame.blur(); last?.focus({ preventScroll: true }); });
            });
          }
          // An attachment of the page under an address that a frame can have: whatever it holds, it is no page.
          function blob(id) {
            const saved = byId(id)?.querySelector('a[download]');
            if (saved && !blobs.has(id)) {
              const bytes = Uint8Array.from(atob(saved.href.split(',')[1]), (character) => character.charCodeAt(0));
              blobs.set(id, URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })));
            }
            return blobs.get(id);
          }

          // The items around an item, drawn when somebody opens it.
          function graph(item) {
            const footer = item.querySelector(':scope > footer');
            if (!footer) return;
            const details = make('details', 'graph', make('summary', '', 'Graph'));
            details.addEventListener('toggle', () => {
              if (details.open && !details.querySelector('svg')) details.append(drawing(item, footer));
            });
            footer.append(details);
          }

          // How many items a graph has around the one in its middle.
          const neighbours = 20;
          function drawing(item, footer) {
            const draw = (name, attributes, ...content) => {
              const element = document.createElementNS('http://www.w3.org/2000/svg', name);
              for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
              element.append(...content);
              return element;
            };
            const title = item.querySelector('h2').textContent, near = new Map();
            for (const link of footer.querySelectorAll('.links a')) {
              const target = link.getAttribute('href');
              if (!near.has(target) && near.size < neighbours) near.set(target, { name: link.textContent, target });
            }
            // Enough height that names do not touch.
            const nodes = Array.from(near.values()), height = Math.max(150, 34 * Math.ceil(nodes.length / 2) + 50);
            nodes.forEach((node, index) => {
              const angle = Math.PI * (2 * index / nodes.length - 0.5);
              node.x = 320 + 150 * Math.cos(angle);
              node.y = height / 2 + (height / 2 - 25) * Math.sin(angle);
            });
            const svg = draw('svg', { viewBox: '0 0 640 ' + height, role: 'group', 'aria-label': 'Items around ' + title });
            const line = (a, b, name) => svg.append(draw('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: name }));
            const middle = { x: 320, y: height / 2 };
            for (const node of nodes) {
              const other = node.target.startsWith('#') && byId(decodeURIComponent(node.target.slice(1)));
              for (const link of other ? other.querySelectorAll(':scope > footer .links:first-child a') : []) {
                const further = near.get(link.getAttribute('href'));
                if (further) line(node, further, 'far');
              }
            }
            for (const node of nodes) line(middle, node, '');
            const place = (node, name, side) => {
              const short = name.length > 26 ? name.slice(0, 25).trimEnd() + '…' : name;
              const x = node.x + 10 * side, anchor = side > 0 ? 'start' : side < 0 ? 'end' : 'middle';
              return [draw('circle', { cx: node.x, cy: node.y, r: side ? 5 : 8 }),
                draw('text', { x, y: side ? node.y + 5 : node.y - 14, 'text-anchor': anchor }, short)];
            };
            for (const node of nodes) {
              svg.append(draw('a', { href: node.target }, draw('title', {}, node.name),
                ...place(node, node.name, node.x < 319 ? -1 : 1)));
            }
            svg.append(draw('g', { class: 'middle' }, ...place(middle, title, 0)));
            return svg;
          }

          // What a link leads to, shown beside it.
          let preview = null, waiting = 0;
          function hidePreview() {
            clearTimeout(waiting);
            if (preview) preview.remove();
            preview = null;
          }
          function showPreview(link) {
            const target = byId(decodeURIComponent(link.hash.slice(1))), item = target && target.closest('article.item');
            const text = item && item.querySelector('.text');
            if (!text || !item.isConnected || item === current && target === item) return;
            hidePreview();
            preview = make('div', 'preview', make('strong', '', item.querySelector('h2').textContent));
            preview.setAttribute('aria-hidden', 'true');
            let copy = text.cloneNode(true);
            if (target !== item && text.contains(target)) {
              // From the heading on.
              const first = copy.querySelector('#' + CSS.escape(target.id));
              while (first.parentNode !== copy) first.replaceWith(...first.childNodes);
              while (copy.firstChild !== first) copy.firstChild.remove();
            }
            for (const element of copy.querySelectorAll('.turn, audio, video, iframe')) element.remove();
            for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
            copy.inert = true;
            fill(copy);
            preview.append(copy);
            document.body.append(preview);
            const box = link.getBoundingClientRect(), size = preview.getBoundingClientRect();
            const isAbove = box.bottom + size.height + 12 > window.innerHeight && box.top > size.height + 12;
            preview.style.left = Math.max(8, Math.min(box.left, window.innerWidth - size.width - 8)) + 'px';
            preview.style.top = (isAbove ? box.top - size.height - 6 : box.bottom + 6) + 'px';
          }
          function preparePreviews() {
            const over = (event) => {
              const link = event.target.closest && event.target.closest('.item .text a[href^="#"], .item .links a[href^="#"]');
              if (!link || event.type === 'focusin' && !link.matches(':focus-visible')) return;
              clearTimeout(waiting);
              waiting = setTimeout(() => showPreview(link), 350);
            };
            document.addEventListener('focusin', over);
            document.addEventListener('pointerover', (event) => { if (event.pointerType === 'mouse') over(event); });
            for (const end of ['pointerout', 'focusout', 'click']) document.addEventListener(end, hidePreview);
            document.addEventListener('scroll', hidePreview, true);
          }
        """#
}
