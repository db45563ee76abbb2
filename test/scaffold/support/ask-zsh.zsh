# What zsh offers at the end of each line: `zsh -f ask-zsh.zsh FILE LINE...`. Completion works in a line editor on a
# terminal only, so there is one; what is offered passes by compadd, which says it.
zmodload zsh/zpty
zpty shell zsh -f -i

until_it_says() {
  local text= line
  while zpty -r shell line; do
    text+=$line
    [[ $text == *$1* ]] && break
  done
  print -r -- $text
}

zpty -w shell 'PS1= PS2=; stty -echo; autoload -U compinit; compinit -u -D'
zpty -w shell "source $1"
# With -O, -A and -D compadd keeps what it would offer, and offers nothing.
zpty -w shell 'ask() {
  compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    local -a offered
    builtin compadd -A offered "$@"
    (( $#offered )) && print -rl -- "<"$^offered">"
    builtin compadd "$@"
  }
  _main_complete
  compstate[list]= compstate[insert]=
  print -r -- "<EN""D>"
}
zle -C ask complete-word ask
bindkey "^I" ask
print -r -- "REA""DY"'
until_it_says READY >/dev/null

shift
for line; do
  zpty -w -n shell "$line"$'\t'
  until_it_says '<END>' | grep -o '<[^>]*>' | grep -v '^<END>' | sed 's/^<//; s/>$//'
  # The line is emptied.
  zpty -w -n shell $'\x15'
  print -r -- ---
done
zpty -d shell
