#!/bin/sh
# A shoebox kept with bundle alone: a vault by somebody else, and flashcards made of a CSV. Every line must succeed.
# usage: shoebox.sh BUNDLE VAULT GEOGRAPHY, in an empty directory; BUNDLE is the tool.
set -eu
bundle=$1 vault=$2 geography=$3
export HOME="$PWD"
count=0
b() { count=$((count + 1)); "$bundle" "$@"; }
is() { test "$1" = "$2" || { echo "line $3: ‘$1’ is not ‘$2’" >&2; exit 1; }; }
lines() { wc -l | tr -d ' '; }

# A library, and settings.
b library add Shelf
b config set sortOrder name
b config set firstWeekday sunday
b config set confirmDelete false
is "$(b config get sortOrder)" name 18

# The vault comes in, and again without a change.
b create Shelf/Vault --from "$vault" --extras
b open Vault >open.txt
notes=$(b ls Vault | lines)
b create Shelf/Again
b import Again "$vault" >first.txt
b import Again "$vault" >second.txt
is "$(grep -c '^nothing new: 0 added, 0 updated' second.txt)" 1 27

# Folders.
b folder Vault add Archive/Old --icon 📦
b folder Vault rename Categories Kinds
b folder Vault move Daily --to Archive
b folder Vault order Notes --before Archive
b folder Vault icon Notes 📝
is "$(b ls Vault Archive/Daily | lines)" "$(ls "$vault/Daily" | lines)" 35
b ls Vault --tree --depth 1 >tree.txt
is "$(b ls Vault | lines)" "$notes" 37

# Tags: renamed, merged, nested, coloured.
b tag Vault ls >tags.txt
b tag Vault --where "folder under 'Kinds'" --add kind --add structure
b tag Vault rename structure kind/structure
b tag Vault color kind '#3366cc'
is "$(b ls Vault --where "tag under 'kind'" | lines)" "$(ls "$vault/Categories" | lines)" 44
b tag Vault rm kind/structure
is "$(b ls Vault --where "tag == 'kind'" | lines)" "$(ls "$vault/Categories" | lines)" 46
b tag Vault ls >bodies.txt

# Queries and smart folders.
b ls Vault --where "title contains 'note' and not pinned" >found.txt
b ls Vault --where "body contains 'obsidian' or tag == 'kind'" --limit 5 >found.txt
b ls Vault --where "created < 2024-01-01 and kind == 'note'" --json >found.json
b smart Vault add Kinds "tag == 'kind'" --icon 🗂
b smart Vault add Long "size > 4000"
b smart Vault edit Long --name "Long notes"
b smart Vault order Kinds --before Today
b smart Vault icon "Long notes" 📜
is "$(b ls Vault --smart Kinds | lines)" "$(ls "$vault/Categories" | lines)" 58
b smart Vault rm "This Week"
b smart Vault ls >smart.txt

# Pinning, several at once, by a list on standard input.
b pin Vault Books Movies
b ls Vault --where pinned | sed 's/.*\(notes\/Kinds\/[^ ]*\.md\).*/\1/' >pinned.txt
is "$(lines <pinned.txt)" 2 65
b unpin Vault - <pinned.txt
is "$(b ls Vault --where pinned | lines)" 0 67

# Trash and restore: the same folder, or another.
b rm Vault Podcasts Podcast\ episodes
b trash Vault >trash.txt
b restore Vault Podcasts
b restore Vault "Podcast episodes" --to Elsewhere
b move Vault "Podcast episodes" --to Kinds
is "$(b ls Vault | lines)" "$notes" 75
b folder Vault rm Templates
b trash Vault --empty --yes

# Copies within and to another notebook, with attachments.
b duplicate Vault Recipes
b rm Vault "Recipes copy" --forever --yes
b create Shelf/Other
b copy Vault --where "folder under 'References'" --to Other --folder Taken
is "$(b ls Other Taken | lines)" "$(b ls Vault References | lines)" 84
b validate Other --fail-on error --ignore links >validate.txt

# Out and in again.
b export Vault -o out
b export Vault --where "tag == 'kind'" --format json -o kinds.json
b export Vault Books --format text -o texts
b create Shelf/Back
b import Back out
is "$(b ls Back | lines)" "$(b ls Vault | lines)" 93
diff -r Shelf/Vault.notebundle/notes Shelf/Back.notebundle/notes

# Cards of a CSV: countries and their capitals, each a note of its own in JSON, all in one import.
b create Shelf/Geography --title "Ultimate Geography"
python3 - "$geography" >cards.json <<'PYTHON'
import csv, json, sys
rows = csv.DictReader(open(sys.argv[1] + "/capital.csv", encoding="utf-8"))
cards = [{"id": "capital:" + r["country"], "kind": "card", "folder": "Capitals", "tags": ["geography/capital"],
          "front": "Capital of " + r["country"] + "?", "back": r["capital"], "createdAt": "2026-01-01T00:00:00Z"}
         for r in rows if r.get("capital")]
json.dump(cards, sys.stdout, ensure_ascii=False)
PYTHON
b import Geography cards.json >cards.txt
cards=$(python3 -c 'import json; print(len(json.load(open("cards.json"))))')
is "$(b ls Geography --cards | lines)" "$cards" 108
b import Geography cards.json >again.txt
is "$(grep -c "^nothing new: 0 added, 0 updated, $cards unchanged" again.txt)" 1 110
b ls Geography --where "back == 'Paris'" >paris.txt
is "$(lines <paris.txt)" 1 112
b ls Geography --where "front contains 'island' and tag under 'geography'" >islands.txt
b tag Geography rename geography/capital capital
b config --notebook Geography set sortOrder name
b config --notebook Geography set fontSize 16
b smart Geography add Islands "front contains 'island'"
b add Geography note --title "About" --body "Made of [Ultimate Geography](https://github.com/anki-geo/ultimate-geography)."
b pin Geography About
b edit Geography About --append "Public domain."

# All of it is sealed, valid, and archived.
b library >library.txt
is "$(lines <library.txt)" 5 124
b validate --library --ignore links --ignore items --ignore blobs
b archive Geography -o Shelf/Geography-2026.notebundle.zip
b ls Geography-2026 --limit 3
b status Vault
b config unset sortOrder
b config list
echo "$count commands"
