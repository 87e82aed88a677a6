# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for plumbline-cli. Options are taken from each command's own help, so they cannot go stale.

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

_plumbline_cli()
{
    # shellcheck disable=SC2034  # split is set by _init_completion
    local cur prev words cword split
    _init_completion -s || return

    local checks="accuracy graph-breaks memory perf status speedup instructions"
    local flaky="list check add remove import export"
    local command="${words[1]}" first=2
    if [[ $command == check || $command == flaky ]]; then
        command="$command ${words[2]}"
        first=3
    fi
    if ((cword == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "check compare diff chart overview accept update siblings lint merge flaky report verify fetch rules sample help --help --version" -- "$cur")
        return
    fi
    if ((cword == 2)) && [[ ${words[1]} == check ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$checks" -- "$cur")
        return
    fi
    if ((cword == 2)) && [[ ${words[1]} == flaky ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$flaky" -- "$cur")
        return
    fi
    if [[ ${words[1]} == help ]]; then
        if ((cword == 2)); then
            mapfile -t COMPREPLY < <(compgen -W "check compare diff chart overview accept update siblings lint merge flaky report verify fetch rules sample" -- "$cur")
        elif ((cword == 3)) && [[ ${words[2]} == check ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$checks" -- "$cur")
        elif ((cword == 3)) && [[ ${words[2]} == flaky ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$flaky" -- "$cur")
        fi
        return
    fi

    case $prev in
        --rules | --show)
            local generations
            generations=$("$1" rules 2>/dev/null | cut -d' ' -f1)
            [[ $prev == --rules ]] && generations+=" checkout"
            mapfile -t COMPREPLY < <(compgen -W "$generations" -- "$cur")
            return
            ;;
        --format)
            local formats="text json csv"
            [[ $command == accept || $command == siblings || $command == fetch || $command == flaky* ]] && formats="text json"
            [[ $command == overview ]] && formats="text markdown json"
            [[ $command == chart ]] && formats="svg csv text"
            [[ $command == report ]] && formats="html markdown json csv junit annotations text"
            [[ $command == verify ]] && formats="text json"
            [[ $command == diff ]] && formats="text markdown csv json html"
            [[ $command == lint ]] && formats="text json lintrunner"
            mapfile -t COMPREPLY < <(compgen -W "$formats" -- "$cur")
            return
            ;;
        --theme)
            mapfile -t COMPREPLY < <(compgen -W "light dark" -- "$cur")
            return
            ;;
        --order)
            mapfile -t COMPREPLY < <(compgen -W "worst best name file" -- "$cur")
            return
            ;;
        --mode)
            mapfile -t COMPREPLY < <(compgen -W "merge replace" -- "$cur")
            return
            ;;
        --attempt)
            mapfile -t COMPREPLY < <(compgen -W "latest first" -- "$cur")
            return
            ;;
        --into)
            if [[ $command == fetch ]]; then _filedir -d; else _filedir; fi
            return
            ;;
        --to)
            mapfile -t COMPREPLY < <(compgen -W "toml accuracy graph-breaks" -- "$cur")
            return
            ;;
        --check)
            mapfile -t COMPREPLY < <(compgen -W "$checks" -- "$cur")
            return
            ;;
        --platform)
            mapfile -t COMPREPLY < <(compgen -W "rocm cuda cpu xpu" -- "$cur")
            return
            ;;
        --metric)
            [[ $command == chart ]] && return
            mapfile -t COMPREPLY < <(compgen -W "abs_latency speedup" -- "$cur")
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
        --threshold | --most | --from | --size | --what-if | --label | --threshold-scale | --scale | -t | -s | --filter | --models | --model | --commits | --metrics | --reason | --config | --sha | --url | --jobs | --api | --artifacts)
            return
            ;;
    esac

    if ((cword == 2)) && [[ $command == chart && $cur != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "compile-time memory speedup deltas scatter distribution trend" -- "$cur")
        return
    fi
    if ((cword >= first)) && [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_parse_help "$1" "$command --help")" -- "$cur")
        return
    fi
    case $command in
        rules | fetch) ;;
        sample) _filedir -d ;;
        *) _filedir ;;
    esac
} &&
    complete -F _plumbline_cli plumbline-cli
