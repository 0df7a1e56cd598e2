internal import CollageKit

/// Shell scripts that ask the program for completions.
enum CompletionScript {
  static let bash = #"""
    # Completions of collage for bash.
    _collage() {
        local line kind word option
        local -a answer
        mapfile -t answer < <(
            "${1/#\~\//$HOME/}" \#(Completer.option) bash \#
    "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
        kind=${answer[0]} word=${answer[1]} option=${answer[2]}
        COMPREPLY=("${answer[@]:3}")
        # Such a word goes on.
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace
        [[ $kind == none || -z $kind ]] && return
        compopt -o filenames
        case $kind in
            photos) mapfile -t answer < <(
                shopt -s extglob nocasematch
                compgen -d -- "$word"
                compgen -f -X '!*.@(\#(extensions))' -- "$word") ;;
            files) mapfile -t answer < <(compgen -f -- "$word") ;;
            folders) mapfile -t answer < <(compgen -d -- "$word") ;;
        esac
        # compgen breaks names at their line breaks: what is left of one names no file.
        for word in "${answer[@]}"; do
            [[ -e ${word/#\~\//$HOME/} ]] || continue
            # Behind an option bash doesn't see that it is a folder, which goes on.
            [[ -n $option && -d ${word/#\~\//$HOME/} ]] && word+=/ && compopt -o nospace
            COMPREPLY+=("$option$word")
        done
    }
    complete -F _collage collage
    """#

  static let zsh = #"""
    #compdef collage
    # Completions of collage for zsh.
    _collage() {
        local -a answer candidates suffix
        local ret=1
        answer=("${(@f)$("${words[1]/#\~\//$HOME/}" \#(Completer.option) zsh \
            "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
        candidates=("${(@)answer[2,-1]}")
        # A word that ends so goes on.
        [[ $#candidates == 1 && $candidates == *: ]] && suffix=(-S '')
        (( $#candidates )) && _describe -V collage candidates "${suffix[@]}" && ret=0
        [[ $PREFIX == --*=* ]] && compset -P 1 '*='
        case $answer[1] in
            photos) _files -g '(#i)*.(\#(extensions))' && ret=0 ;;
            files) _files && ret=0 ;;
            folders) _files -/ && ret=0 ;;
        esac
        return ret
    }
    if [[ $funcstack[1] == _collage ]]; then _collage "$@"; else compdef _collage collage; fi
    """#

  static let fish = #"""
    # Completions of collage for fish.
    function __collage_complete
        set -l words (commandline -opc)
        set -l token (commandline -ct)
        set -l answer ($words[1] \#(Completer.option) fish $words[2..] \#
    (string unescape -- "$token") 2>/dev/null)
        printf '%s\n' $answer[2..]
        # The word without its quotes, of which one may be open.
        set -l word (string unescape -- "$token" | string collect)
        set -l option (string match -r -- '^--[^=]*=' "$word")
        set -l name (string replace -r -- '^--[^=]*=' '' "$word" | string collect)
        set -l path (string escape --no-quoted -- "$name" | string replace -r '^\\\\~' '~')
        switch "$answer[1]"
            case photos
                set -f names (complete -C "'' $path" | \#
    string match -ri '^[^\t]*(?:/|\.(?:\#(extensions)))(?:\t.*)?$')
            case files
                set -f names (complete -C "'' $path")
            case folders
                set -f names (__fish_complete_directories "$path")
        end
        for name in $names
            # A name with a line break or a tab is in pieces: what is left of one names no file.
            set -l file (string split -m 1 \t -- $name)[1]
            test -e (string replace -r '^~/' "$HOME/" -- $file); \#
    and printf '%s%s\n' "$option" "$name"
        end
    end
    complete -c collage -fka '(__collage_complete)'
    """#

  private static let extensions = PictureFolder.fileExtensions.sorted().joined(separator: "|")
}
