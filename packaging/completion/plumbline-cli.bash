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
    local runs="torchcache suite repeat command spec list show log cancel resume remove"
    local history="add show blame siblings streaks export import copy prune check stats"
    local bisect="start next report run log reset"
    local flaky="list check add remove import export"
    local command="${words[1]}" first=2
    if [[ $command == check || $command == flaky || $command == run || $command == history || $command == bisect ]]; then
        command="$command ${words[2]}"
        first=3
    fi
    if ((cword == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "check compare diff chart overview same margins rate changes causes accept update siblings lint merge flaky report verify fetch watch run history bisect repro reproduce why rules sample help --help --version" -- "$cur")
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
    if ((cword == 2)) && [[ ${words[1]} == run ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$runs" -- "$cur")
        return
    fi
    if ((cword == 2)) && [[ ${words[1]} == history ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$history" -- "$cur")
        return
    fi
    if ((cword == 2)) && [[ ${words[1]} == bisect ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$bisect" -- "$cur")
        return
    fi
    if [[ ${words[1]} == help ]]; then
        if ((cword == 2)); then
            mapfile -t COMPREPLY < <(compgen -W "check compare diff chart overview same margins rate changes causes accept update siblings lint merge flaky report verify fetch watch run history bisect repro reproduce why rules sample" -- "$cur")
        elif ((cword == 3)) && [[ ${words[2]} == check ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$checks" -- "$cur")
        elif ((cword == 3)) && [[ ${words[2]} == flaky ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$flaky" -- "$cur")
        elif ((cword == 3)) && [[ ${words[2]} == run ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$runs" -- "$cur")
        elif ((cword == 3)) && [[ ${words[2]} == bisect ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$bisect" -- "$cur")
        elif ((cword == 3)) && [[ ${words[2]} == history ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$history" -- "$cur")
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
            [[ $command == rate || $command == changes || $command == accept || $command == siblings || $command == fetch || $command == flaky* ]] && formats="text json"
            [[ $command == overview || $command == same || $command == margins ]] && formats="text markdown json"
            [[ $command == chart ]] && formats="svg csv text"
            [[ $command == report ]] && formats="html markdown json csv junit annotations text"
            [[ $command == verify ]] && formats="text json"
            [[ $command == diff ]] && formats="text markdown csv json html"
            [[ $command == "bisect "* ]] && formats="text json"
            [[ $command == "history "* ]] && formats="text tsv json"
            [[ $command == "history export" ]] && formats="jsonl csv"
            [[ $command == lint ]] && formats="text json lintrunner"
            [[ $command == watch ]] && formats="text jsonl"
            mapfile -t COMPREPLY < <(compgen -W "$formats" -- "$cur")
            return
            ;;
        --on)
            mapfile -t COMPREPLY < <(compgen -W "local ssh: slurm" -- "$cur")
            [[ ${COMPREPLY[*]} == ssh: ]] && compopt -o nospace
            return
            ;;
        --suite)
            mapfile -t COMPREPLY < <(compgen -W "torchbench huggingface timm_models" -- "$cur")
            return
            ;;
        --device)
            mapfile -t COMPREPLY < <(compgen -W "cuda cpu" -- "$cur")
            return
            ;;
        --form)
            mapfile -t COMPREPLY < <(compgen -W "csv cachejson" -- "$cur")
            return
            ;;
        --tracing-mode)
            mapfile -t COMPREPLY < <(compgen -W "real fake symbolic" -- "$cur")
            return
            ;;
        --backend)
            mapfile -t COMPREPLY < <(compgen -W "inductor aot_eager eager" -- "$cur")
            return
            ;;
        --save-dir)
            _filedir -d
            return
            ;;
        --step)
            mapfile -t COMPREPLY < <(compgen -W "cold warm run" -- "$cur")
            return
            ;;
        --pytorch | --folder | --working-folder | --remote-folder | --scratch)
            _filedir -d
            return
            ;;
        --theme)
            mapfile -t COMPREPLY < <(compgen -W "light dark" -- "$cur")
            return
            ;;
        --sort)
            mapfile -t COMPREPLY < <(compgen -W "order margin" -- "$cur")
            return
            ;;
        --order)
            mapfile -t COMPREPLY < <(compgen -W "worst best name file" -- "$cur")
            return
            ;;
        --mode)
            local modes="merge replace"
            [[ $command == run* ]] && modes="training inference"
            mapfile -t COMPREPLY < <(compgen -W "$modes" -- "$cur")
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
        --threshold | --limit | --from | --size | --what-if | --label | --threshold-scale | --scale | -t | -s | --filter | --models | --model | --commits | --metrics | --reason | --config | --sha | --url | --jobs | --api | --artifacts | --gres | --time | --timeout | --grace | --retries | --nice | --warn-at | --multiplier | --tol | --iou | --env | --log-limit | --repeat | --partitions | --max-granularity | --check-str | --eager-runs | --input | --repo | --branch | --since | --interval | --patience | --settle | --exec)
            return
            ;;
    esac

    if ((cword == 2)) && [[ $command == chart && $cur != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "compile-time memory speedup deltas scatter distribution trend" -- "$cur")
        return
    fi
    if ((cword == 3)) && [[ $command == "run show" || $command == "run log" || $command == "run cancel" || $command == "run remove" ]] &&
        [[ $cur != -* ]]; then
        local ids
        ids=$("$1" run list 2>/dev/null | cut -d' ' -f1 | grep -x '[0-9a-z-]*')
        mapfile -t COMPREPLY < <(compgen -W "last $ids" -- "$cur")
        return
    fi
    if ((cword == 3)) && [[ $command == repro && $cur != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "run minify get_args analyze minifier-query" -- "$cur")
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
