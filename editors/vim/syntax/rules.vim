" The colours of rules files; made from the grammar by python -m tests.editors.
if exists('b:current_syntax') | finish | endif
syn case match
syn sync fromstart
syn match rulesNumber /\v[0-9]+%([0-9A-Za-z_\-])@!/
syn match rulesName /\v[A-Za-z][A-Za-z0-9]*%(\-[A-Za-z0-9]+)*/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(otherwise|question|requires|reversed|shuffled|because|between|decided|edition|exactly|example|instead|nothing|observe|ordered|whether|written|before|better|called|chance|editor|either|figure|number|settle|surely|after|drawn|empty|equal|every|fewer|given|hence|holds|order|other|piece|place|right|shows|there|times|under|until|whose|worse|also|each|from|goes|good|into|left|less|many|more|most|none|same|some|sort|tell|than|that|then|thus|when|with|all|and|for|not|now|one|the|use|as|at|by|if|in|no|of|or|to)%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(reading|gap|option))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(his|its|their))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(he|him|it|them|they))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(plus|minus))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(together\_s+with|except))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(best|worst|greatest|least|total|only))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!makes?%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!runs?%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(grows?|falls?))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!wins?%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!becomes?%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!chooses?%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(go%(|es))%(\_s+to%([0-9A-Za-z_\-])@!)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!sees?%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(ha%(s|ve))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(is|are))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!an?%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!in\_s+turn%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\|\_s*of%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!at\_s+least%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!rank%(\_s+by%([0-9A-Za-z_\-])@!)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!this\_s+clause%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!this\_s+game%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*to\_s+the\_s+number\_s+of%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*with\_s+whether%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*then\_s+by%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*at\_s+most%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*if%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*by\_s+default%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(region|arch|peg))%(\_s*\,\_s*one%([0-9A-Za-z_\-])@!)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!the\_s+ground\_s+is%(\_s+[0-9])@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!only\_s+if%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!stand%(\_s+[0-9])@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!from\_s+one\_s+to\_s+the\_s+next\_s*\,\_s*beginning%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!behind\_s+the%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!wide%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*set\_s+crosswise%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!stand\_s+in\_s+a\_s+ring\_s*\,%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!another%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(inward|outward))%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!form\_s+a\_s+board\_s*\,%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!form\_s+a\_s+ring%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!and%(\_s+%(%(whose|that))%([0-9A-Za-z_\-])@!)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!or%(\_s+%(%(whose|that))%([0-9A-Za-z_\-])@!)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!steps?%(\_s+%(%(to|after|before))%([0-9A-Za-z_\-])@!)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!divided\_s+by%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!the\_s+remainder\_s+of%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!the\_s+game\_s+is\_s+drawn%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!the\_s+distance\_s+from%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!the\_s+direction\_s+from%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!%(%(top|bottom))%(\_s+%(%(%(is|are))\_s)@![A-Za-z][0-9A-Za-z_\-]*\_s+%(%(of|in))%([0-9A-Za-z_\-])@!)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*weighted\_s+by%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!a\_s+set\_s+of%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*at\_s+first%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!or\_s+the\_s+game\_s+ends%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*plural%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!this\_s+edition\_s+is%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v\,\_s*but%([0-9A-Za-z_\-])@!%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!besides%(\_s*§)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!without%(\_s*§)@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<!read%(\_s*\")@=%([0-9A-Za-z_\-])@!/
syn match rulesWord /\v%([0-9A-Za-z_\-])@1<![A-Za-z0-9][0-9A-Za-z_\-]*\.rules%(\_s*%(%(\,|as\_s)))@=%([0-9A-Za-z_\-])@!/
syn match rulesSection /\v§[A-Za-z0-9]+%(\.[0-9]+[a-z]?)*/
syn match rulesString /\v\"[^\"\n]*\"/
syn match rulesComment /\v\#.*/
hi def link rulesComment Comment
hi def link rulesString String
hi def link rulesSection Label
hi def link rulesWord Statement
hi def link rulesName Identifier
hi def link rulesNumber Number
let b:current_syntax = 'rules'
