/**
 * Han characters that are frequent in common words, simplified and traditional. Encodings have tokens for such words,
 * so a text with many of these characters needs fewer tokens than one full of names and terms. From general knowledge
 * of Chinese, about the 400 most frequent; the exact choice matters little.
 */
export const commonHan: string = [
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起',
  '看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政',
  '美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变',
  '四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象',
  '完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运們這個來為國說時會對過後裡種經學現當沒動還進樣開從實軍無與長',
  '機將兩間問應戰頭體見產給話門東聲員論處義幾認條氣題別變總電數報結務場計統區隊決馬書聽達強難權設記類據邊張規萬覺術領傳師觀讓識帶導爭運',
].join('')
