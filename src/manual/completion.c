/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comfort in the shell and in the editor, from the same tables: completion of the command line for
 * bash, and a syntax file for vim.  Options are read off the usage texts the program prints.
 */
#include "manual/manual.h"

#include <string.h>

/* ------------------------------------------------------------------ bash */

/* The options of a usage text: of lines that begin with two spaces and a dash, all words with a
 * dash before the description, which two spaces part from them. */
static void put_options(FILE *out, const char *usage)
{
    for (const char *line = usage; line != NULL && *line != '\0';) {
        const char *end = line + strcspn(line, "\n");

        if (strncmp(line, "  -", 3) == 0)
            for (const char *c = line + 2; c < end && strncmp(c, "  ", 2) != 0;) {
                size_t length = strcspn(c, " ,\n");

                if (*c == '-')
                    fprintf(out, " %.*s", (int)length, c);
                c += length > 0 ? length : 1;
            }
        line = *end == '\n' ? end + 1 : end;
    }
}

/* Names that several kinds have stand there once; commands come first. */
static void put_names(FILE *out, const struct md_catalog *catalog)
{
    struct md_entry entry;

    for (int k = 0; k < catalog->count; k++)
        for (int i = 0; md_catalog_at(&catalog->kinds[k], i, &entry); i++) {
            struct md_ref first = md_catalog_find(catalog, NULL, entry.name, strlen(entry.name));

            if (first.kind == k && first.entry == i)
                fprintf(out, " %s", entry.name);
        }
}

void md_completion_bash(FILE *out, const struct md_manual *manual)
{
    fputs("# bash completion of avimd\n"
          "# Made by avimd manual from the program's own tables.\n"
          "\n"
          "# Decks and folders; all files where there is no deck.\n"
          "_avimd_decks()\n"
          "{\n"
          "    local file\n"
          "    local -a all=()\n"
          "    compopt -o filenames 2>/dev/null\n"
          "    while IFS= read -r file; do\n"
          "        all+=(\"$file\")\n"
          "        case ${file##*/} in\n"
          "        in.*|*.in|*.lmp|*.lammps) COMPREPLY+=(\"$file\") ;;\n"
          "        *) [[ ! -d $file ]] || COMPREPLY+=(\"$file\") ;;\n"
          "        esac\n"
          "    done < <(compgen -f -- \"$1\")\n"
          "    [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=(\"${all[@]}\")\n"
          "}\n"
          "\n"
          "_avimd()\n"
          "{\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local sub= options= names= kinds=\n"
          "    [[ $COMP_CWORD -lt 2 ]] || sub=${COMP_WORDS[1]}\n"
          "    COMPREPLY=()\n"
          "    names='",
          out);
    put_names(out, manual->catalog);
    fputs("'\n    kinds='", out);
    for (int k = 0; k < manual->catalog->count; k++)
        fprintf(out, " %s", manual->catalog->kinds[k].name);
    fputs("'\n    case $sub in\n    compare) options='", out);
    put_options(out, manual->compare_usage);
    fputs("' ;;\n    coverage) options='", out);
    put_options(out, manual->coverage_usage);
    fputs("' ;;\n    *) options='", out);
    put_options(out, manual->usage);
    fputs(
        "' ;;\n    esac\n"
        "    case $prev in\n"
        "    --help|-help|-h)\n"
        "        COMPREPLY=($(compgen -W \"$names\" -- \"$cur\")) ;;\n"
        "    --list|-list)\n"
        "        COMPREPLY=($(compgen -W \"$kinds\" -- \"$cur\")) ;;\n"
        "    -echo|--echo|-e)\n"
        "        COMPREPLY=($(compgen -W 'none screen log both' -- \"$cur\")) ;;\n"
        "    --threads|-threads|--jobs|--starts|--seed|--samples|--time|--steps) ;;\n"
        "    -in|--in|-i)\n"
        "        _avimd_decks \"$cur\" ;;\n"
        "    --out)\n"
        "        compopt -o filenames 2>/dev/null\n"
        "        COMPREPLY=($(compgen -d -- \"$cur\")) ;;\n"
        "    -log|--log|-l|-screen|--screen|-sc|--restart-info|-restart-info|--plan)\n"
        "        compopt -o filenames 2>/dev/null\n"
        "        COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
        "    *)\n"
        "        if [[ $cur == -* ]]; then\n"
        "            COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
        "            return\n"
        "        fi\n"
        "        _avimd_decks \"$cur\"\n"
        "        [[ $COMP_CWORD -gt 1 ]] ||\n"
        "            COMPREPLY+=($(compgen -W 'compare coverage convert manual' -- \"$cur\")) ;;\n"
        "    esac\n"
        "}\n"
        "complete -F _avimd avimd\n",
        out);
}

/* ------------------------------------------------------------------ vim */

/* "syn keyword GROUP contained" with all names of a kind, some on each line. */
static void put_keywords(FILE *out, const char *group, const struct md_kind *kind)
{
    struct md_entry entry;

    for (int i = 0, column = 0; md_catalog_at(kind, i, &entry); i++) {
        if (column == 0)
            column = fprintf(out, "syn keyword %s contained", group);
        column += fprintf(out, " %s", entry.name);
        if (column > 80) {
            putc('\n', out);
            column = 0;
        }
    }
    putc('\n', out);
}

/* A style is the word at its place behind its command, wherever else the same word may stand. */
static void put_vim_kind(FILE *out, const struct md_kind *kind)
{
    char group[MD_CATALOG_NAME];

    snprintf(group, sizeof group, "avimdStyle_%s", kind->name);
    put_keywords(out, group, kind);
    if (kind->word == 0) { /* any word of the line */
        fprintf(out, "syn match avimdLine_%s /^\\s*%s\\>.*/ contains=avimdCommand,%s,@avimdText\n",
                kind->name, kind->command, group);
    } else {
        fprintf(out, "syn match avimdWord_%s /\\%%(^\\s*%s", kind->name, kind->command);
        for (int i = 1; i < kind->word; i++)
            fputs("\\s\\+\\S\\+", out);
        fprintf(out, "\\s\\+\\)\\@<=\\S\\+/ contains=%s,@avimdText\n", group);
    }
    fprintf(out, "hi def link %s Type\n\n", group);
}

void md_completion_vim(FILE *out, const struct md_manual *manual)
{
    const struct md_catalog *catalog = manual->catalog;

    fputs("\" Vim syntax file for decks of AviMD\n"
          "\" Made by avimd manual from the program's own tables.\n"
          "if exists('b:current_syntax')\n"
          "  finish\n"
          "endif\n"
          "syn case match\n"
          "syn iskeyword @,48-57,_,/,-\n"
          "setlocal commentstring=#\\ %s\n"
          "\n"
          "syn match avimdFirst /^\\s*\\S\\+/ contains=avimdCommand,@avimdText\n",
          out);
    for (int k = 0; k < catalog->count; k++)
        if (catalog->kinds[k].command == NULL)
            put_keywords(out, "avimdCommand", &catalog->kinds[k]);
    fputs("hi def link avimdCommand Statement\n\n", out);
    for (int k = 0; k < catalog->count; k++)
        if (catalog->kinds[k].command != NULL)
            put_vim_kind(out, &catalog->kinds[k]);
    fputs(
        "syn match avimdNumber "
        "/\\%(\\k\\|\\$\\|{\\)\\@<![-+]\\?\\%(\\d\\+\\.\\?\\d*\\|\\.\\d\\+\\)"
        "\\%([eE][-+]\\?\\d\\+\\)\\?\\k\\@!/\n"
        "syn match avimdVariable /\\$\\%(\\w\\|{\\w\\+}\\|([^)]*)\\)/\n"
        "syn match avimdReference /\\<[cfv]_\\w\\+/\n"
        "syn match avimdContinue /&\\s*$/\n"
        "syn region avimdString start=/\"\"\"/ end=/\"\"\"/ contains=avimdVariable keepend\n"
        "syn region avimdString start=/\"\\%(\"\"\\)\\@!/ end=/\"/ oneline contains=avimdVariable\n"
        "syn region avimdString start=/'/ end=/'/ oneline contains=avimdVariable\n"
        "syn match avimdComment /#.*$/\n"
        "syn cluster avimdText contains=avimdNumber,avimdVariable,avimdReference,avimdContinue,"
        "avimdString,avimdComment\n"
        "hi def link avimdNumber Number\n"
        "hi def link avimdVariable Identifier\n"
        "hi def link avimdReference Identifier\n"
        "hi def link avimdContinue Special\n"
        "hi def link avimdString String\n"
        "hi def link avimdComment Comment\n"
        "let b:current_syntax = 'avimd'\n",
        out);
}

void md_completion_vim_detect(FILE *out)
{
    fputs("\" Decks of AviMD and LAMMPS\n"
          "autocmd BufRead,BufNewFile in.*,*.lmp,*.lammps setfiletype avimd\n"
          "\n"
          "\" Many programs read *.in: a deck is one whose first command says so.\n"
          "function! s:Look()\n"
          "  for l:line in getline(1, 50)\n"
          "    if l:line =~# '^\\s*\\%(#.*\\)\\?$'\n"
          "      continue\n"
          "    endif\n"
          "    if l:line =~# '^\\s*\\%(units\\|atom_style\\|dimension\\|boundary\\|variable\\|"
          "lattice\\|read_data\\|'\n"
          "          \\ .'read_restart\\|processors\\|newton\\|echo\\|log\\|include\\)\\s\\+\\S'\n"
          "      set filetype=avimd\n"
          "    endif\n"
          "    return\n"
          "  endfor\n"
          "endfunction\n"
          "autocmd BufRead *.in call s:Look()\n",
          out);
}
