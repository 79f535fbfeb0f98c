au BufRead,BufNewFile *.rules setfiletype rules
