/** Completion for fish 3 and newer, sourced or as a file in its folder `completions`. fish quotes what it puts on the line. */
export const FISH_SCRIPT = `# harness in fish: harness completion fish | source
function __harness_offers
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l program $typed[1]
    set -e typed[1]
    set -l lines ($program complete -- $typed "$current" 2>/dev/null </dev/null)
    switch "$lines[1]"
        case :files
            __fish_complete_path "$current"
        case :folders
            __fish_complete_directories "$current"
        case :commands
            complete -C "$current"
        case '*'
            printf '%s\\n' $lines
    end
end
complete -c harness -f -a '(__harness_offers)'`;
