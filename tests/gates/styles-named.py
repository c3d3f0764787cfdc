#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""styles-named.py [ROOT]: who needs to know something of a style asks its struct.  Outside the file
of a style and the registry of its folder no comparison, look-up or list of src/ names it.

What does so today is in tests/gates/styles-named.allowed, by file and name; a line there that is
no longer needed fails too, so the list only becomes shorter.  In comparisons of names, and in
look-ups, every name of a style counts.  In lists and in comparisons of a deck's words those do not
that are words of ordinary language (COMMON): thermo columns and keywords are called so too."""
import os
import re
import sys

ROOT = sys.argv[1] if len(sys.argv) > 1 else os.environ.get('AVIMD_SRCDIR') or '.'
ALLOWED = os.path.join('tests', 'gates', 'styles-named.allowed')
# A style's table has a name and, unlike a parameter's, a summary.
STYLE = re.compile(r'\.name = "([^"]+)",[\s\\]*(?:\.\w+ = [^,"]+,[\s\\]*)*\.summary\b')
FOLDERS = ('term', 'integrate', 'minimize', 'measure', 'modify')
COMMON = set('''adapt balance com deform deposit gravity group gyration halt hard harmonic heat
hybrid indent ke modes momentum move msd one pe pressure print rdf recenter reduce shake rattle soft spring
table temp vector viscous zero cg sd vacf gauss controller'''.split())
COMPARES = re.compile(r'(strn?cmp|streq|_find\w*|_create)$')
ASKS_WORDS = re.compile(r'(_is|_choice|_among|_one_of)$')


def blank(text):
    """A source without comments and directives, of the same length and lines."""
    def spaces(match):
        found = match.group(0)
        return found if found[0] == '"' else re.sub(r'[^\n]', ' ', found)
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)+\'|/\*.*?\*/|//[^\n]*|'
                  r'^[ ]*#[ ]*include[^\n]*', spaces, text, flags=re.S | re.M)


def place_of(text, at):
    """What a string stands in: 'list', the name of the function it is given to, or ''."""
    if re.search(r'\.\w+ = $', text[max(0, at - 40):at]):
        return ''  # a member that is set
    depth = 0
    for k in range(at - 1, -1, -1):
        if text[k] == '"':
            continue
        if text[k] in ')]}':
            depth += 1
        elif text[k] in '([{':
            if depth == 0:
                if text[k] == '{':
                    before = text[:k].rstrip()
                    return 'list' if before[-1:] in '={,' else ''
                name = re.search(r'(\w+)\s*$', text[:k])
                if text[k] == '(' and name and name.group(1) not in ('if', 'while', 'return'):
                    return name.group(1)
            else:
                depth -= 1
        elif text[k] == ';' and depth == 0:
            return ''
    return ''


def sources():
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, 'src'))):
        for name in sorted(names):
            if name.endswith(('.c', '.h')):
                path = os.path.join(folder, name)
                with open(path, encoding='ascii', errors='replace') as text:
                    yield os.path.relpath(path, ROOT), blank(text.read())


def homes(texts):
    """Where styles of each name are made: name -> files and top folders."""
    found = {}
    for path, text in texts.items():
        if path.split(os.sep)[1] in FOLDERS:
            for name in STYLE.findall(text):
                found.setdefault(name, set()).add(path)
    return found


def at_home(path, name, made):
    """The style's own files (es_words.c is one of es.c's) and registries of its folder."""
    own = made[name]
    stems = [os.path.splitext(home)[0] for home in own]
    registry = os.path.basename(path) == 'registry.c' and \
        path.split(os.sep)[1] in [home.split(os.sep)[1] for home in own]
    return registry or any(path.startswith((stem + '.', stem + '_')) for stem in stems)


def offences(texts, made):
    for path, text in texts.items():
        for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', text):
            name = match.group(1)
            beginning = len(name) > 2 and any(style.startswith(name) for style in made)
            if name not in made and not beginning:
                continue
            place = place_of(text, match.start())
            if not place or (name in made and at_home(path, name, made)):
                continue
            if name not in made and place != 'strncmp':
                continue
            if COMPARES.search(place) or name not in COMMON and (place == 'list' or
                                                                 ASKS_WORDS.search(place)):
                yield path, name, text.count('\n', 0, match.start()) + 1, place


def allowed():
    try:
        with open(os.path.join(ROOT, ALLOWED), encoding='ascii') as lines:
            return {tuple(line.split()) for line in lines if line.strip() and line[0] != '#'}
    except OSError:
        return set()


def verdict(number, name, complaints):
    print('%s %d - %s' % ('not ok' if complaints else 'ok', number, name))
    for line in complaints:
        print('# ' + line)


TEXTS = dict(sources())
MADE = homes(TEXTS)
FOUND = list(offences(TEXTS, MADE))
MAY = allowed()
verdict(1, 'no style is named outside its own file', [
    '%s:%d: "%s" in %s: ask the style\'s struct instead' % (path, line, name, place)
    for path, name, line, place in FOUND if (path, name) not in MAY])
verdict(2, 'nothing is allowed that is no longer there', [
    '%s: %s %s is not needed: take the line out' % (ALLOWED, *entry)
    for entry in sorted(MAY - {(path, name) for path, name, _, _ in FOUND})])
print('1..2')
