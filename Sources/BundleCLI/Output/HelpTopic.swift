/// A subject that concerns several verbs, and that ‘explain’ describes.
enum HelpTopic: String, CaseIterable {
    case query
    case rules
    case json
    case agents

    /// The page, for a terminal or a pager.
    var text: String {
        switch self {
        case .query: Self.queryText
        case .rules: Self.rulesText
        case .json: Self.jsonText
        case .agents: Self.agentsText
        }
    }

    private static let queryText = """
        A query selects notes and cards: for ‘ls --where’, for other verbs with --where, and for smart folders.

          tag == 'birds/herons'
          modified >= startOfToday
          prop.status == 'done' and prop.rating >= 4
          folder under 'Birds' and not (tag == 'heard' or tag == 'seen')
          kind == 'card' and back == none
          body matches '\\bArdea \\w+' and size < 20kB

        fields:
          title, body         The title, and the text after the front matter
          front, back         The sides of a card
          kind                'note' or 'card'
          folder, path        Where it is; the top level is ''
          tag                 Its tags, one of which must match
          created, modified   When it was created and last changed
          pinned, trashed     Whether it is pinned or in the trash; can be used alone
          size                The size of its file in bytes, or in kB, MB, KiB, MiB
          attachment          The names of its attachments, one of which must match
          task.open, task.done, task.cancelled, task.due
                              How many tasks are open and done, and when open ones are due
          linksTo, linkedFrom The items that it links to, and that link to it, by title or path
          backlinks, links.broken
                              How many items link to it, and how many of its links lead nowhere
          mentions            The items that it names without a link: mentions == 'Heron'
          prop.NAME           A property; prop.'reading time' if the name has other characters

        operators:
          ==  !=              Equal, and not equal
          <  <=  >  >=        Less and greater, for dates, numbers and texts
          contains            The text occurs anywhere in it
          matches             The regular expression matches anywhere in it
          in                  One of several: kind in ('note', 'card')
          under               The level itself, or below it: tag under 'birds'
          and, or, not        ‘not’ binds most tightly, then ‘and’; parentheses change that

        values:
          'text'              In single or double quotation marks; case and diacritics do not matter, but with ==[exact] they do
          none                No value: tag == none
          2026, 2026-11, 2026-11-20, 2026-11-20T10:05
                              The year, month, day or minute
          today, yesterday, tomorrow, now
                              The day, or this second
          startOfToday, startOfWeek, startOfMonth, startOfYear
                              Its first second
          -7d, +2h, today - 1y, startOfWeek + 3d
                              The time at this distance; units are min, h, d, w, m and y

        regular expressions:
          .  [a-z_]  [^a-z]  \\d \\w \\s  \\p{L}
                              Characters
          ^  $  \\b            The beginning and end of a line, and of a word
          a|b  (ab)  a*  a+  a?  a{3,5}
                              One of two, groups, repetitions; there are no backreferences and no lookahead

        Query.md in the project’s documentation has the grammar.
        """

    private static let rulesText = """
        Your own rules are in .bundle-validate.json, beside the notebook or in a folder above; --config names another file.
        ‘validate’ reports what breaks them, and completion of ‘set’ offers their keys and values. An example:

          {"version": 1,
           "properties": [
             {"path": "notes/Books/**", "keys": {
               "author": {"required": true, "type": "link"},
               "status": {"values": ["open", "done"]},
               "genres": {"list": true},
               "isbn": {"pattern": "^[0-9-]{10,17}$"}}},
             {"where": "tag == 'review'", "keys": {"rating": {"required": true, "type": "number"}}}]}

        version               1
        properties            What is required of the front matter; each element applies to the items that both of these choose:
          path                A pattern of paths: ? and * are any characters but /, ** is anything; without it, all items
          where               A query (‘explain query’); without it, all items
          keys                The properties, title and tags included, and what is required of each:
            required          true: it must be there, with a value
            type              text, number, boolean, date, or link: a link to an item that exists
            list              true: it must be a list; false: it must not be one
            values            The allowed values, as they are written in the file
            pattern           A regular expression (‘explain query’) that must match somewhere in the value

        type, values and pattern hold for each value of a list. The findings are NB901 to NB904; ‘explain properties’ lists
        them. Other keys of the file change the rules of the format; their words are those of the options of ‘validate’:

          failOn              error, warning, note or never
          select, ignore      Lists of rules or families: ["links", "NB417"]
          severities          {"links": "note"}
          paths               [{"path": "notes/Drafts/**", "ignore": [], "severities": {}}]
        """

    private static let jsonText = """
        With --json, a verb prints one object on standard output, with "version": 1 and the keys of its answer.

        Items have path, type, uuid, title, created, modified, pinned and tags; dates are in UTC (2026-11-20T10:05:00Z), paths
        are those in the notebook. A key without a value is left out. Later versions may add keys, but change none. Messages and
        errors go to standard error, in words; the exit status says what happened. --json never asks a question.

        The file output.schema.json in the project’s documentation describes every answer (JSON Schema 2020-12).
        """

    private static let agentsText = """
        What a script or agent must know. A notebook is a directory of Markdown files, NAME.notebundle; its folder, or -n NAME,
        says which one is meant. Ask with --json: one object on standard output, messages on standard error, never a question.

        status: 0 done; 1 not found, refused or partly done; 2 failed; 64 invalid command line.

        find:
          bundle ls -n Demo --json
          bundle ls -n Demo --where "tag under 'birds' and modified >= -7d" --format '{{path}}\\t{{title}}'
          bundle search -n Demo heron --json
          bundle links -n Demo Heron --json
          bundle backlinks -n Demo Heron --json
          bundle tasks -n Demo --due week --json

        read:
          bundle show -n Demo Heron --json
          bundle outline -n Demo Heron --json

        Name items by path or uuid: changes refuse parts of titles. ‘sha256’ of --json is the digest of the file. With --expect
        DIGEST a change is made only if the file still has it; otherwise the status is 1, nothing is written, and --json prints
        {"changed": {"path", "sha256"}}. So read, change with --expect, and on status 1 read again:

          bundle edit -n Demo notes/Heron.md --append "At the weir." --expect DIGEST --json

        write:
          bundle add -n Demo note --title Bittern --body "Booms in the reeds." --tag birds --json
          bundle edit -n Demo notes/Heron.md --prepend "Seen often." --json
          bundle edit -n Demo notes/Heron.md --append "- in May" --under Seen --json
          bundle edit -n Demo notes/Heron.md --replace "at dusk" "at dawn" --json
          bundle set -n Demo notes/Heron.md status seen --json
          bundle tag -n Demo notes/Heron.md --add water --json
          bundle tasks -n Demo add notes/Heron.md "Count again" --due tomorrow --json
          bundle tasks -n Demo done notes/Heron.md "Count again" --json
          bundle rename -n Demo notes/Bittern.md "Great bittern" --json

        ‘rename’ and ‘move’ update links; do not rename files yourself. Text from standard input: --body - or --append -. Lists of
        items: ‘-’ reads paths, one on each line. --dry-run shows a change as a diff. Every change can be undone:

          bundle log -n Demo --limit 5 --json
          bundle undo -n Demo --json

        After editing files directly, take them in and check:

          bundle seal -n Demo --json
          bundle validate Demo --json

        Several writers are safe: each change locks the notebook, waits up to --wait seconds for others, and is made as a whole.
        Do not delete .bundle/ or .history/. ‘explain query’ describes --where, ‘explain json’ the answers, ‘VERB --help’ a verb.
        """
}
