import NotebookStudy

/// The script of pages with cards: asks them, and keeps the schedule in the browser, where nobody else sees it.
///
/// It plans reviews as the tool does, with the defaults of its settings.
enum PageStudyScript {
    private static let settings: String = {
        let settings = StudySettings()
        return
            "{ w: \(settings.parameters.values), retention: \(settings.retention), steps: \(settings.learningSteps), "
            + "relearning: \(settings.relearningSteps), most: \(settings.maximumInterval), "
            + "perDay: \(settings.newPerDay), dayStart: \(settings.dayStart) }"
    }()

    static let text = #"""

        'use strict';
        (function () {
          const settings = \#(settings);
          const grades = ['again', 'hard', 'good', 'easy'];

          // The memory model FSRS-6.
          const w = settings.w, decay = -w[20], factor = Math.pow(0.9, 1 / decay) - 1;
          const bound = (value, least, most) => Math.min(Math.max(value, least), most);
          const firstDifficulty = (grade) => w[4] - Math.exp(w[5] * (grade - 1)) + 1;
          function remembered(card, grade, days) {
            if (!card) return [Math.max(w[grade - 1], 0.001), bound(firstDifficulty(grade), 1, 10)];
            const [s, d] = card.memory, missing = 1 - Math.pow(1 + factor * days / s, decay);
            let next;
            if (days < 1) {
              const growth = Math.exp(w[17] * (grade - 3 + w[18])) * Math.pow(s, -w[19]);
              next = s * (grade === 1 ? growth : Math.max(growth, 1));
            } else if (grade === 1) {
              next = Math.min(
                w[11] * Math.pow(d, -w[12]) * (Math.pow(s + 1, w[13]) - 1) * Math.exp(missing * w[14]),
                s / Math.exp(w[17] * w[18]));
            } else {
              const bonus = (grade === 2 ? w[15] : 1) * (grade === 4 ? w[16] : 1);
              next = s * (1 + Math.exp(w[8]) * (11 - d) * Math.pow(s, -w[9]) * (Math.exp(missing * w[10]) - 1) * bonus);
            }
            const damped = d - (10 - d) * w[6] * (grade - 3) / 9;
            return [Math.max(next, 0.001), bound(w[7] * firstDifficulty(4) + (1 - w[7]) * damped, 1, 10)];
          }

          // The next step of learning: its kind, its number and its seconds; null at the end of learning.
          function step(card, grade) {
            if (card && card.phase === 'review') {
              return grade === 1 && settings.relearning.length ? ['relearning', 0, settings.relearning[0]] : null;
            }
            const phase = card ? card.phase : 'learning', steps = phase === 'learning' ? settings.steps : settings.relearning;
            const at = card ? card.step : 0;
            if (!steps.length || at >= steps.length && grade > 1) return null;
            if (grade === 1) return [phase, 0, steps[0]];
            if (grade === 2) {
              return at ? [phase, at, steps[at]] : [phase, 0, steps.length > 1 ? (steps[0] + steps[1]) / 2 : steps[0] * 1.5];
            }
            return grade === 3 && at + 1 < steps.length ? [phase, at + 1, steps[at + 1]] : null;
          }

          // Days begin some hours after midnight, by the clock: also on days when that changes.
          function dayOf(time) {
            const date = new Date(time), second = date.getHours() * 3600 + date.getMinutes() * 60 + date.getSeconds();
            const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000;
            return second < settings.dayStart ? day - 1 : day;
          }
          function startOf(day) {
            const date = new Date(day * 86400000);
            return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 0, 0, settings.dayStart).getTime();
          }

          // The days of the last review and of the next one, wherever these were planned; older pages kept only times.
          const lastDay = (card) => card.day ?? dayOf(card.last);
          const nextDay = (card) => card.next ?? dayOf(card.due);

          // The card after a review, and the time until the next one in words.
          function reviewed(card, grade, now) {
            const day = dayOf(now), memory = remembered(card, grade, card ? day - lastDay(card) : 0);
            const after = step(card, grade);
            if (after) {
              const [phase, number, seconds] = after;
              return [{ memory, phase, step: number, last: now, day, due: now + seconds * 1000 }, inWords(seconds / 86400)];
            }
            const days = bound(
              Math.round(memory[0] / factor * (Math.pow(settings.retention, 1 / decay) - 1)), 1, settings.most);
            const next = day + days;
            return [{ memory, phase: 'review', step: 0, last: now, day, due: startOf(next), next }, inWords(days)];
          }

          function inWords(days) {
            const tenth = (value) => String(Math.round(value * 10) / 10);
            if (days < 1 / 24) return Math.max(1, Math.round(days * 1440)) + 'm';
            if (days < 1) return Math.round(days * 24) + 'h';
            return days < 60 ? Math.round(days) + 'd' : days < 365 ? tenth(days / 30.44) + 'mo' : tenth(days / 365.25) + 'y';
          }

          // The reviews, in the browser’s storage if it allows that.
          let place = '', state = { cards: {}, day: 0, fresh: 0 }, isKept = true;
          function load() {
            try {
              const kept = JSON.parse(localStorage.getItem(place));
              if (kept && kept.cards) state = kept;
              localStorage.setItem(place, JSON.stringify(state));
            } catch (error) { isKept = false; }
          }
          function save() {
            try { localStorage.setItem(place, JSON.stringify(state)); } catch (error) { isKept = false; }
          }

          let sides = [], view = null, asked = null, last = null, isTurned = false, done = [];

          // The sides that can be asked, in the order in which new ones are.
          function findSides() {
            const sources = Array.from(document.querySelectorAll('[data-sides]'));
            for (const source of sources.sort((a, b) => a.dataset.order - b.dataset.order)) {
              for (const side of source.dataset.sides.split(' ')) {
                sides.push({ source, name: side, key: source.dataset.card + (side === 'front' ? '' : ':' + side) });
              }
            }
          }

          // How many new sides this day has room for.
          const room = (today) => Math.max(0, settings.perDay - (state.day === today ? state.fresh : 0));

          // What can be asked: steps of learning whose time has come, then sides that are due, then new ones.
          function waiting(now, early) {
            const today = dayOf(now), steps = [], late = [], fresh = [];
            for (const side of sides) {
              const card = state.cards[side.key];
              if (!card) fresh.push(side);
              else if (card.phase !== 'review') { if (card.due - early <= now) steps.push([card.due, side]); }
              else if (nextDay(card) <= today) late.push([nextDay(card), side]);
            }
            const sorted = (asked) => asked.sort((a, b) => a[0] - b[0]).map((pair) => pair[1]);
            return [...sorted(steps), ...sorted(late), ...fresh.slice(0, room(today))];
          }

          function following(now) {
            // Without anything else to ask, a step of learning can be a little early.
            const ready = waiting(now, 0), all = ready.length ? ready : waiting(now, 1200000);
            // Sides of a card do not follow each other while others are left.
            return all.find((side) => side.source !== last) || all[0] || null;
          }

          // How many sides there are on this day, and when the next one comes.
          function counts(now) {
            const today = dayOf(now), count = { fresh: 0, learning: 0, due: 0, nextTime: Infinity };
            for (const side of sides) {
              const card = state.cards[side.key];
              let time = startOf(today + 1);
              if (!card) {
                count.fresh++;
              } else if (card.phase !== 'review') {
                time = card.due;
                if (dayOf(time) <= today) count.learning++;
              } else {
                time = startOf(nextDay(card));
                if (nextDay(card) <= today) count.due++;
              }
              count.nextTime = Math.min(count.nextTime, time);
            }
            count.fresh = Math.min(count.fresh, room(today));
            return count;
          }

          const make = (name, className, ...content) => {
            const element = document.createElement(name);
            if (className) element.className = className;
            element.append(...content);
            return element;
          };
          const button = (act, ...content) => {
            const element = make('button', '', ...content);
            element.type = 'button';
            element.addEventListener('click', act);
            return element;
          };

          // A copy of a side, with addresses that are right here.
          function copy(source, selector) {
            const inside = source.content || source, shown = make('div', 'side');
            const side = inside.querySelector(selector) || inside.querySelector('.side.front');
            shown.append((side.content || side).cloneNode(true));
            if (!side.content) shown.firstChild.replaceWith(...shown.firstChild.childNodes);
            for (const element of shown.querySelectorAll('[id]')) element.removeAttribute('id');
            for (const frame of shown.querySelectorAll('iframe')) frame.remove();
            for (const image of shown.querySelectorAll('img[data-of]')) {
              const first = document.getElementById(image.dataset.of);
              if (first) image.src = first.src;
            }
            const base = source.dataset.base && new URL(source.dataset.base, location.href);
            for (const name of base ? ['src', 'href'] : []) {
              for (const element of shown.querySelectorAll('[' + name + ']')) {
                element.setAttribute(name, new URL(element.getAttribute(name), base).href);
              }
            }
            return shown;
          }

          function render(isMoving) {
            const now = Date.now(), count = counts(now);
            if (!asked || !isTurned) asked = following(now);
            const status = count.fresh + ' new · ' + count.learning + ' learning · ' + count.due + ' due';
            const heading = view.querySelector('h2'), parts = [heading, make('p', 'facts', status)];
            parts[1].setAttribute('role', 'status');
            if (asked) {
              const isBack = asked.name === 'back', gap = 'template[data-gap="' + asked.name + '"]';
              const card = make('div', 'card', copy(asked.source, isBack ? '.side.back' : gap));
              if (isTurned) card.append(copy(asked.source, isBack ? '.side.front' : '.side.back'));
              const keys = make('div', 'grades');
              if (isTurned) {
                grades.forEach((name, index) => {
                  const time = reviewed(state.cards[asked.key], index + 1, now)[1];
                  keys.append(button(() => grade(index + 1), make('kbd', '', String(index + 1)), ' ' + name + ' ', make('small', '', time)));
                });
              } else keys.append(button(turn, 'Show answer'));
              parts.push(card, keys);
            } else {
              const days = (count.nextTime - now) / 86400000;
              const wait = isFinite(days) ? '; the next card comes in ' + inWords(days) : '';
              parts.push(make('p', 'rest', 'Nothing is due' + wait + '.'));
            }
            const foot = make('p', 'facts', isKept ? 'Your progress stays in this browser. '
              : 'This browser does not let the page keep your progress: it ends with the page. ');
            if (done.length) foot.append(button(undo, 'Undo'), ' ');
            if (asked) {
              const link = make('a', '', 'Open the card');
              link.href = asked.source.dataset.href || '#' + encodeURIComponent(asked.source.id);
              foot.append(link);
            }
            view.replaceChildren(...parts, foot);
            const badge = document.querySelector('.source[href="#study"] .count');
            if (badge) badge.textContent = count.fresh + count.learning + count.due;
            if (!isMoving) return;
            const first = view.querySelectorAll('.grades button')[isTurned ? 2 : 0];
            (first || heading).focus({ preventScroll: true });
            const place = view.querySelector(isTurned ? '.side + .side' : 'h2');
            if (place) place.scrollIntoView({ block: 'nearest' });
          }

          function turn() { isTurned = true; render(true); }

          function grade(number) {
            const now = Date.now(), today = dayOf(now), key = asked.key;
            // Another window may have asked cards, too.
            load();
            done.push([key, state.cards[key], today]);
            if (!state.cards[key]) {
              if (state.day !== today) { state.day = today; state.fresh = 0; }
              state.fresh++;
            }
            state.cards[key] = reviewed(state.cards[key], number, now)[0];
            save();
            last = asked.source;
            isTurned = false;
            render(true);
          }

          function undo() {
            if (!done.length) return;
            load();
            const [key, card, day] = done.pop();
            if (card) state.cards[key] = card;
            else {
              delete state.cards[key];
              if (state.day === day && state.fresh > 0) state.fresh--;
            }
            save();
            asked = sides.find((side) => side.key === key);
            isTurned = true;
            render(true);
          }

          function keys(event) {
            if (event.ctrlKey || event.metaKey || event.altKey || !view.checkVisibility()) return;
            if (event.target.closest('input, select, textarea')) return;
            const isOnControl = event.target.closest('a, button, summary');
            const number = Number(event.key);
            if (event.key === 'u') undo();
            else if (asked && isTurned && number >= 1 && number <= 4) grade(number);
            else if (asked && (event.key === ' ' || event.key === 'Enter') && !isOnControl) {
              event.preventDefault();
              if (isTurned) grade(3); else turn();
            }
          }

          document.addEventListener('DOMContentLoaded', () => {
            findSides();
            place = 'bundle-study:' + document.body.dataset.notebook;
            load();
            view = document.getElementById('study');
            render(false);
            document.addEventListener('keydown', keys);
            window.addEventListener('storage', (event) => { if (event.key === place) { load(); render(false); } });
            // What becomes due is asked when somebody comes back.
            document.addEventListener('visibilitychange', () => { if (!document.hidden && !isTurned) render(false); });
            window.addEventListener('hashchange', () => { if (location.hash === '#study') render(false); });
          });
        })();

        """#
}
