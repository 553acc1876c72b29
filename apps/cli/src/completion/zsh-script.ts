/** Completion for zsh, sourced or as the file `_harness` in a folder of `fpath`. zsh quotes what it puts on the line. */
export const ZSH_SCRIPT = `#compdef harness
# harness in zsh, below compinit: source <(harness completion zsh)
_harness() {
  local program=\${(Q)words[1]} line tab=$'\\t'
  local -a typed=("\${(@Q)words[2,CURRENT]}") lines offered
  [[ $program == '~/'* ]] && program=$HOME/\${program[3,-1]}
  lines=("\${(@f)$("$program" complete -- "\${typed[@]}" 2>/dev/null </dev/null)}")
  case \${lines[1]} in
    '') return 1 ;;
    :files) compset -P '--*='; _files; return ;;
    :folders) compset -P '--*='; _files -/; return ;;
    :commands) _command_names -e; return ;;
  esac
  for line in "\${lines[@]}"; do
    offered+=("\${\${line%%$tab*}//:/\\\\:}:\${line#*$tab}")
  done
  _describe -t words harness offered
}
if [[ \${funcstack[1]} == _harness ]]; then
  _harness "$@"
else
  compdef _harness harness
fi`;
