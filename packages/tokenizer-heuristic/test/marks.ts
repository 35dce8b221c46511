/** Texts in letters that have a composed and a decomposed form: Article 1 of the Universal Declaration of Human Rights. */
export const composed: Readonly<Record<string, string>> = {
  czech: 'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím.',
  english: 'The naïve fiancée of the café owner rewrote her résumé; the façade was repainted during the fête.',
  french: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison.',
  german: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren und sollen einander brüderlich begegnen.',
  greek: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.',
  hungarian: 'Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek ésszel bírnak.',
  japanese: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
  pinyin: 'Rénrén shēng ér zìyóu, zài zūnyán hé quánlì shàng yīlǜ píngděng. Tāmen fùyǒu lǐxìng hé liángxīn.',
  polish: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem.',
  portuguese:
    'Todos os seres humanos nascem livres e iguais em dignidade. Dotados de razão e de consciência, são irmãos.',
  romanian: 'Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt înzestrate cu rațiune.',
  russian: 'Все люди рождаются свободными и равными в своём достоинстве. Чей это ещё чай? Мой, и ёлка тоже.',
  spanish: 'Todos los seres humanos nacen libres e iguales. Dotados como están de razón, compórtense así según él.',
  swedish: 'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete.',
  turkish:
    'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler, öyle değil mi?',
  ukrainian: 'Всі люди народжуються вільними і рівними у своїй гідності. Її їжак і йога їй подобаються.',
  vietnamese:
    'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hoá.',
}

/** Texts that are written with combining marks in any form. */
export const marked: Readonly<Record<string, string>> = {
  'pointed Hebrew': 'מִזְמוֹר לְדָוִד יְהוָה רֹעִי לֹא אֶחְסָר׃ בִּנְאוֹת דֶּשֶׁא יַרְבִּיצֵנִי עַל־מֵי מְנֻחוֹת יְנַהֲלֵנִי׃ נַפְשִׁי יְשׁוֹבֵב',
  'cantillated Hebrew': 'וַיֹּ֥אמֶר אֱלֹהִ֖ים יְהִ֣י א֑וֹר וַֽיְהִי־אֽוֹר׃ וַיַּ֧רְא אֱלֹהִ֛ים אֶת־הָא֖וֹר כִּי־ט֑וֹב וַיַּבְדֵּ֣ל אֱלֹהִ֔ים בֵּ֥ין הָא֖וֹר',
  'vocalized Arabic': 'اُطْلُبُوا الْعِلْمَ مِنَ الْمَهْدِ إِلَى اللَّحْدِ. كَانَ يَا مَا كَانَ فِي قَدِيمِ الزَّمَانِ مَلِكٌ عَادِلٌ يُحِبُّهُ النَّاسُ',
  'Arabic with tanwin': 'أولًا وأخيرًا، كان يومًا جميلًا جدًا. شاهدنا فيلمًا طويلًا ثم أكلنا طعامًا لذيذًا معًا، وعدنا مساءً.',
  'Arabic of the Quran': 'قُلۡ هُوَ ٱللَّهُ أَحَدٌ ٱللَّهُ ٱلصَّمَدُ لَمۡ يَلِدۡ وَلَمۡ يُولَدۡ وَلَمۡ يَكُن لَّهُۥ كُفُوًا أَحَدُۢ',
  'Russian with stress': 'Моро́з и со́лнце; день чуде́сный! Ещё ты дре́млешь, друг преле́стный — пора́, краса́вица, просни́сь.',
  'Vedic Sanskrit': 'तत्स॑वि॒तुर्वरे॑ण्यं॒ भर्गो॑ दे॒वस्य॑ धीमहि। धियो॒ यो नः॑ प्रचो॒दया॑त्॥',
  'Church Slavonic': 'Ѿче на́шъ, и҆́же є҆сѝ на нб҃сѣ́хъ, да ст҃и́тсѧ и҆́мѧ твоѐ, да прїи́детъ ца́рствїе твоѐ.',
  IPA: 'ə̃ d̪ʰiː n̩t̚ l̩ k͡p ɡ͡b ɔ̃ɲ ɛ̃t̪ ʊ̃ s̺ɯ̥ t͡s d͡z ɹ̩ ɐ̯',
}

const over = (text: string, mark: string): string => [...text].map((character) => character + mark).join('')

/** Texts with a mark over or under each character, as editors of plain text strike through, underline and decorate. */
export const decorated: Readonly<Record<string, string>> = {
  'struck through': over('this offer is no longer valid, please ask again', '\u0336'),
  underlined: over('read the following section before you sign', '\u0332'),
  'struck through, capitals': over('OUT OF STOCK UNTIL FURTHER NOTICE', '\u0336'),
  'struck through, Cyrillic': over('это предложение больше не действует', '\u0336'),
  crowded: over('he comes through the walls', '\u0315\u0336\u0348\u0362\u0327'),
}
