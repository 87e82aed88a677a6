# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for plumbline-cli. Commands, options and forms are taken from the program's own help, so they cannot go stale.

# Completes the last word of a comma-separated list; the words before it stay.
_plumbline_cli_list()
{
    local before="" last="$cur"
    if [[ $cur == *,* ]]; then
        before="${cur%,*},"
        last="${cur##*,}"
    fi
    mapfile -t COMPREPLY < <(compgen -W "$1" -P "$before" -- "$last")
    compopt -o nospace
}

# Completes one word of a list.
_plumbline_cli_words()
{
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

# Prints the forms that a command's help names: "--format F  text (default), csv or json".
_plumbline_cli_formats()
{
    # shellcheck disable=SC2086  # a command may be two words
    "$1" $2 --help 2>/dev/null | awk '/^  -/ { mine = /^  --format / } /^$/ { mine = 0 } mine { sub(/^  --format [A-Z]+/, ""); print }' |
        tr -s '\n ' ' ' | sed 's/([^)]*)//g; s/;.*//; s/ or /,/g' | tr ',' '\n' | awk '{ print $1 }'
}

_plumbline_cli()
{
    # shellcheck disable=SC2034  # split is set by _init_completion
    local cur prev words cword split
    _init_completion -s || return

    # The longest name of a command that the words begin with; after "help" it begins one word later.
    local commands at=1 command seconds
    commands=$("$1" --help 2>/dev/null | sed -n '/^commands:/,/^$/s/^  \([a-z][a-z -]*[a-z]\)  .*/\1/p')
    [[ ${words[1]} == help ]] && at=2
    command="${words[at]}"
    if ((cword > at + 1)) && grep -qxF -- "$command ${words[at + 1]}" <<<"$commands"; then command+=" ${words[at + 1]}"; fi
    local first=$((at + 1))
    [[ $command == *" "* ]] && first=$((at + 2))
    if ((cword == at)); then
        _plumbline_cli_words "$(cut -d' ' -f1 <<<"$commands") $( ((at == 1)) && echo help --help --version)"
        return
    fi
    seconds=$(awk -v first="$command" '$1 == first && NF == 2 { print $2 }' <<<"$commands")
    if ((cword == at + 1)) && [[ -n $seconds && $cur != -* ]]; then
        [[ $command == repro ]] && seconds+=" run minify get_args analyze minifier-query"
        _plumbline_cli_words "$seconds"
        [[ ${#COMPREPLY[@]} -gt 0 ]] || ! grep -qxF -- "$command" <<<"$commands" || _filedir
        return
    fi
    ((at == 1)) || return

    local checks
    checks=$(sed -n 's/^check //p' <<<"$commands")
    case $prev in
        --rules | --show)
            local generations
            generations=$("$1" rules 2>/dev/null | cut -d' ' -f1)
            [[ $prev == --rules ]] && generations+=" checkout"
            _plumbline_cli_words "$generations"
            return
            ;;
        --format)
            _plumbline_cli_words "$(_plumbline_cli_formats "$1" "$command")"
            return
            ;;
        --on)
            _plumbline_cli_words "local ssh: slurm"
            [[ ${COMPREPLY[*]} == ssh: ]] && compopt -o nospace
            return
            ;;
        --suite)
            _plumbline_cli_words "torchbench huggingface timm_models"
            return
            ;;
        --device)
            _plumbline_cli_words "cuda cpu"
            return
            ;;
        --form)
            _plumbline_cli_words "csv cachejson"
            return
            ;;
        --tracing-mode)
            _plumbline_cli_words "real fake symbolic"
            return
            ;;
        --backend)
            _plumbline_cli_words "inductor aot_eager eager"
            return
            ;;
        --save-dir)
            _filedir -d
            return
            ;;
        --step)
            _plumbline_cli_words "cold warm run"
            return
            ;;
        --pytorch | --folder | --working-folder | --remote-folder | --scratch)
            _filedir -d
            return
            ;;
        --theme)
            _plumbline_cli_words "light dark"
            return
            ;;
        --sort)
            _plumbline_cli_words "order margin"
            return
            ;;
        --order)
            _plumbline_cli_words "worst best name file"
            return
            ;;
        --mode)
            local modes="merge replace"
            [[ $command == run* ]] && modes="training inference"
            _plumbline_cli_words "$modes"
            return
            ;;
        --attempt)
            _plumbline_cli_words "latest first"
            return
            ;;
        --into)
            if [[ $command == fetch ]]; then _filedir -d; else _filedir; fi
            return
            ;;
        --to)
            _plumbline_cli_words "toml accuracy graph-breaks"
            return
            ;;
        --check)
            _plumbline_cli_words "$checks"
            return
            ;;
        --platform)
            _plumbline_cli_words "rocm cuda cpu xpu"
            return
            ;;
        --metric)
            [[ $command == chart ]] && return
            _plumbline_cli_words "abs_latency speedup"
            return
            ;;
        --checks)
            _plumbline_cli_list "accuracy graph-breaks memory"
            return
            ;;
        --resolve)
            _plumbline_cli_list "ours theirs both"
            return
            ;;
        --only | --classes)
            _plumbline_cli_list "fail invalid missing flaky improved expected-fail pass"
            return
            ;;
        --threshold | --limit | --from | --size | --what-if | --label | --threshold-scale | --scale | -t | -s | --filter | --models | --model | --commits | --metrics | --reason | --config | --sha | --url | --jobs | --api | --artifacts | --gres | --time | --timeout | --grace | --retries | --nice | --warn-at | --multiplier | --tol | --iou | --env | --log-limit | --repeat | --partitions | --max-granularity | --check-str | --eager-runs | --input | --repo | --branch | --since | --interval | --patience | --settle | --exec)
            return
            ;;
    esac

    if ((cword == 2)) && [[ $command == chart && $cur != -* ]]; then
        _plumbline_cli_words "compile-time memory speedup deltas scatter distribution trend"
        return
    fi
    if ((cword == 3)) && [[ $command == "run show" || $command == "run log" || $command == "run cancel" || $command == "run remove" ]] &&
        [[ $cur != -* ]]; then
        local ids
        ids=$("$1" run list 2>/dev/null | cut -d' ' -f1 | grep -x '[0-9a-z-]*')
        _plumbline_cli_words "last $ids"
        return
    fi
    if ((cword >= first)) && [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_parse_help "$1" "$command --help")" -- "$cur")
        return
    fi
    case $command in
        rules | fetch | "run list" | "run resume" | "run torchcache" | "run suite") ;;
        sample | watch) _filedir -d ;;
        *) _filedir ;;
    esac
} &&
    complete -F _plumbline_cli plumbline-cli
