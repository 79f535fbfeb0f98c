" Two spaces for each level, # for comments, hyphens inside words.
setlocal shiftwidth=2 softtabstop=2 expandtab commentstring=#\ %s comments=:# iskeyword+=- suffixesadd=.rules
let b:undo_ftplugin = 'setlocal sw< sts< et< cms< com< isk< sua<'
