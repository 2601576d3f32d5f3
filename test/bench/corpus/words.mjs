/** Words of the generated text and code: nothing that a parser of Markdown, MDX or Vue would read as markup. */
export const NOUNS =
  "account anchor answer archive axis batch border branch bucket buffer button cache canvas cell chapter chart client cluster column command comment config context cookie cursor device driver editor element engine entry event feature field filter folder format frame garden graph group handle header helper history image index input invoice kernel label layer layout leaf ledger level library link listing loader locale machine margin marker matrix member memory message method metric mirror module network notice number object option order output owner packet panel parser pattern permit picture pivot platform player plugin point policy portal preset price process profile project prompt property query queue range reader record region release report request resource result review router runner sample schema scope script search section sensor series server session setting shadow sheet signal socket source spread stage state station stream string style summary symbol system table target task template theme ticket token topic track transfer trigger update upload value vector version viewer volume watch weight widget window worker writer zone".split(
    " ",
  );

export const VERBS =
  "accept apply attach bind build check clear close collect combine compare convert copy count create decode define detect divide draw emit encode expand fetch fill find fold format gather guard hide insert join keep lift limit link list load lock map mark match measure merge mount move open order pack parse paste pick place plan print protect pull push read render repeat replace reset resolve restore scan seal select send set share show shrink sort split start stop store strip submit switch take test trace trim turn unpack update verify watch wrap write".split(
    " ",
  );

export const FILLERS =
  "the a every this that each its their another one any when while before after because although where until unless with without from into under over between beside against through within about as at by for in of on to and or but so then still often rarely always never also only just even small large early late plain whole empty ready common useful second final local remote open closed shared hidden visible simple careful quick slow steady exact new old same other".split(
    " ",
  );

export const capital = (word) => word[0].toUpperCase() + word.slice(1);
