/**
 * Completion for bash 3.2 and newer. It asks `harness complete` at each key and evaluates nothing of what was typed or
 * answered: names are quoted before they reach the line.
 */
export const BASH_SCRIPT = `# harness in bash: source <(harness completion bash)
_harness() {
  local program=\${COMP_WORDS[0]} word
  local -a words=()
  COMPREPLY=()
  case $program in '~/'*) program=$HOME/\${program:2} ;; esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    words+=("\${word//\\\\/}")
  done
  while IFS=$'\\t' read -r word _; do
    case $word in
      :files) _harness_from -f "$2" ;;
      :folders) _harness_from -d "$2" ;;
      :commands) _harness_from -c "$2" ;;
      *) printf -v word %q "$word" && COMPREPLY+=("$word") ;;
    esac
  done < <("$program" complete -- "\${words[@]}" 2>/dev/null </dev/null)
}
_harness_from() {
  local word
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen "$1" -- "$2")
}
complete -F _harness harness`;
