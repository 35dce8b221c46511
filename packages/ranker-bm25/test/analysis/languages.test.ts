import { createIndex, guessLanguage, type Language } from '@lamella/ranker-bm25'
import * as languages from '@lamella/ranker-bm25/languages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../src/analysis/analyzer.ts'
import { shown, termsOf } from './support.ts'

const all: readonly Language[] = Object.values(languages)
const {
  arabic,
  danish,
  english,
  french,
  german,
  greek,
  hindi,
  italian,
  norwegian,
  romanian,
  russian,
  spanish,
  turkish,
  ukrainian,
} = languages

describe.each(all)('$name', (language) => {
  const { name, stem, stopWords, irregular = [] } = language

  it('is exported under its name', () => {
    expect(languages).toHaveProperty(name, language)
  })

  it('has stop words that are recognized in texts', () => {
    expect(stopWords.length).toBeGreaterThan(70)
    const found = termsOf(`${stopWords.join(' ')} zzz`, { languages: [language], stem: false })
    expect(found.filter((term) => term !== 'zzz')).toEqual([])
  })

  it('stems any word written in its letters', () => {
    const letters = Array.from(new Set(`${stopWords.join('')}aeioustnr'0\u0301`))
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters), maxLength: 40 }), (word) => {
        expect(typeof stem(word)).toBe('string')
      }),
      { numRuns: 500 },
    )
  })

  it('maps each irregular form to one base, which is not a form itself', () => {
    const forms = irregular.map((line) => line.split(' '))
    const bases = new Set(forms.map(([base]) => base))
    const others = forms.flatMap(([, ...rest]) => rest)
    expect(forms.filter((words) => words.length < 2)).toEqual([])
    expect(others.filter((form, i) => others.indexOf(form) !== i)).toEqual([])
    expect(others.filter((form) => bases.has(form))).toEqual(name === 'english' ? ['saw'] : [])
  })
})

describe('words of one family', () => {
  it.each<readonly [Language, readonly string[]]>([
    [german, ['Kinder Kindern Kindes', 'Häuser Haus']],
    [french, ['chevaux cheval', 'l’eau eau', "l'hôtel hôtels"]],
    [italian, ['gatti gatto', "dell'arte arte", "un'amica amica"]],
    [spanish, ['niños niño niñas', 'hablar hablando']],
    [russian, ['книги книгу книга', 'ёлка елки']],
    [ukrainian, ['книги книгу', "п'ять п’ять пять"]],
    [turkish, ["İstanbul'da istanbul", 'evler ev']],
    [greek, ['άνθρωπος ΑΝΘΡΩΠΟΥΣ άνθρωποι']],
    [arabic, ['المدرسة مدرسة']],
    [hindi, ['किताबें किताब']],
    [english, ['go went gone goes going', 'child children child’s', 'die died dying', 'connection connected']],
    [english, ['leaves leave left', 'lives live lived', 'analysis analyses', 'moved move moving', 'see saw seen']],
  ])('have the same stem in $0.name', (language, families) => {
    for (const family of families) {
      expect(new Set(termsOf(family, { languages: [language] })).size, family).toBe(1)
    }
  })

  it('have different stems in English if they belong to different lexemes', () => {
    for (const pair of ['bore bear', 'ground grind', 'wound wind', 'better good', 'leaf leave', 'rose rise']) {
      expect(new Set(termsOf(pair)).size, pair).toBe(2)
    }
  })
})

describe('words with several spellings', () => {
  it.each([
    ['हिंदी हिन्दी'],
    ['संबंध सम्बन्ध'],
    ['अंडा अण्डा'],
    ['पंच पञ्च'],
    ['पंकज पङ्कज'],
    ['पाँच पांच'],
    ['बाज़ार बाजार'],
    ['सब्ज़ियाँ सब्जियां'],
  ])('have the same term in Hindi: %s', (words) => {
    const [first, second] = words.split(' ').map((word) => termsOf(word, { languages: [hindi] }).join())
    expect(first).toBe(second)
  })

  it('keep the nasals that sound in Hindi', () => {
    expect(termsOf('जन्म अन्न सम्मान', { languages: [hindi] })).toEqual(['जन्म', 'अन्न', 'सम्मान'])
  })
})

describe('letters that are spelled in ASCII', () => {
  it.each<readonly [Language, string]>([
    [german, 'Köln Koeln KOELN koln, Müller Mueller MUELLER muller, Käse Kaese, für fuer, Straße Strasse'],
    [danish, 'Århus Aarhus AARHUS, blåbærgrød blaabaergroed, Søren Soeren soren'],
    [norwegian, 'Ålesund Aalesund AALESUND, Tromsø Tromsoe, Bærum Baerum'],
  ])('have the terms of the word in $0.name', (language, groups) => {
    for (const group of groups.split(', ')) {
      const terms = new Set(
        group.split(' ').map((word) => termsOf(`${word} ${word}`, { languages: [language] }).join()),
      )
      expect(terms.size, group).toBe(1)
    }
  })

  it('are what they are in German after a vowel or a q', () => {
    expect(new Set(termsOf('neue neu', { languages: [german] })).size).toBe(1)
    expect(termsOf('Quelle Feuer', { languages: [german] })).toEqual(termsOf('quelle feuer', { languages: [german] }))
    expect(new Set(termsOf('quelle quellen', { languages: [german] })).size).toBe(1)
  })

  it('find each other in an index of two languages', () => {
    const index = createIndex({ languages: [english, german] })
    index.add({ id: 'a', text: 'Frau Müller wohnt in der Hauptstraße.' })
    expect(index.search('Mueller').map(({ id }) => id)).toEqual(['a'])
  })
})

describe('Romanian letters', () => {
  it('with a comma, with a cedilla and with neither have the same stems', () => {
    for (const [comma, cedilla, plain] of [
      ['București', 'Bucureşti', 'Bucuresti'],
      ['orașele', 'oraşele', 'orasele'],
      ['națiunilor', 'naţiunilor', 'natiunilor'],
    ] as const)
      for (const other of [cedilla, plain])
        expect(shown(comma, { languages: [romanian] })).toBe(shown(other, { languages: [romanian] }))
    expect(shown('orașului', { languages: [romanian] })).toBe(shown('oraș', { languages: [romanian] }))
  })
})

describe('the language of a text', () => {
  const analyzer = createAnalyzer({ languages: all })

  it.each([
    ['Where is the hotel?', 'english'],
    ['Wo ist das Hotel?', 'german'],
    ["Où est l'hôtel?", 'french'],
    ["Dov'è l'albergo della zia?", 'italian'],
    ['¿Dónde está el hotel?', 'spanish'],
    ['Onde fica o hotel que você reservou?', 'portuguese'],
    ['Где отель?', 'russian'],
    ['Де готель і що ти там робив?', 'ukrainian'],
    ['Missä on hotelli?', 'finnish'],
    ['Πού είναι το ξενοδοχείο;', 'greek'],
    ['أين الفندق', 'arabic'],
    ['होटल कहाँ है', 'hindi'],
    ['di mana hotel itu', 'indonesian'],
    ['Hol van a szálloda?', 'hungarian'],
    ['Unde este hotelul?', 'romanian'],
    ['hotel', undefined],
    ['Anna Müller 2024', undefined],
    ['明天开会', undefined],
    ['', undefined],
  ])('%j is guessed among all languages: %j', (text, name) => {
    expect(guessLanguage(text, all)).toBe(name)
    expect(analyzer.guess(text)).toBe(name)
  })

  it('is decided by the script if only one language uses it', () => {
    expect(guessLanguage('отель', [english, russian])).toBe('russian')
    expect(guessLanguage('hotel', [english, russian])).toBe('english')
    expect(guessLanguage('ホテル', [english, russian])).toBeUndefined()
  })

  it('is known by letters that only one of the languages has', () => {
    expect(guessLanguage('Kediler süt içiyor.', [english, turkish])).toBe('turkish')
    expect(guessLanguage('Grüße, Anna', [english, german])).toBe('german')
    expect(guessLanguage('Ça va', [english, french, turkish])).toBeUndefined()
    expect(guessLanguage('The Café is open for the guests', [english, french])).toBe('english')
  })

  it('determines stems and stop words, and falls back to the first language', () => {
    const both = { languages: [english, german] }
    expect(shown('Wo sind die Kinder und das Haus?', both)).toBe('kind haus')
    expect(shown('Where is the house of the children?', both)).toBe('hous child')
    expect(shown('Kinder', both)).toBe(shown('Kinder', { languages: [english] }))
  })

  it('may be given, and is guessed if the name is unknown', () => {
    const both = { languages: [english, german] }
    expect(shown('Kindern', both, 'german')).toBe('kind')
    expect(shown('Kindern', both, 'klingon')).toBe(shown('Kindern', both))
    expect(shown('die Kinder und das Haus', both, 'english')).toBe('die kinder und das haus')
  })

  it("is the analyzer's language if it has only one", () => {
    expect(createAnalyzer({ languages: [german] }).guess('the house')).toBe('german')
    expect(createAnalyzer().guess('')).toBe('english')
    expect(createAnalyzer({ language: 'none' }).guess('the house')).toBeUndefined()
  })

  it('is guessed from the beginning of a long text', () => {
    const end = 'und das ist nicht die '.repeat(100_000)
    expect(guessLanguage(`${'the house of the '.repeat(200)}${end}`, all)).toBe('english')
  })
})

describe('invalid languages', () => {
  it.each([
    ['not a list', { languages: 'english' }, /'languages' must be a list of languages/],
    ['a value that is not a language', { languages: [english, {}] }, /number 2 does not/],
    ['forms that are not strings', { languages: [{ ...english, irregular: [1] }] }, /number 1 does not/],
    ['a fold that is not a function', { languages: [{ ...english, fold: 'x' }] }, /number 1 does not/],
    ['a duplicate language', { languages: [english, german, english] }, /english occurs twice/],
    ['both options together', { languages: [english], language: 'english' }, /both are set/],
    ['a name other than English', { language: 'german' }, /must be one of english, none/],
    ['a misspelling', { langauge: 'none' }, /Did you mean/],
  ])('are rejected: %s', (_, options, message) => {
    const make = (): unknown => createAnalyzer(options as object)
    expect(make).toThrow(message)
    expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })
})

describe('guessLanguage', () => {
  it.each<[unknown, unknown]>([
    [null, [english, german]],
    ['Hotel', null],
    ['Hotel', [english, { name: 'klingon' }]],
  ])('rejects wrong arguments: %j, %j', (text, languages) => {
    expect(() => guessLanguage(text as string, languages as [])).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    )
  })
})

describe('custom lists of stop words', () => {
  it('are normalized like the words of texts', () => {
    const stopWords = ["don't", 'etc.', 'Été', "l'"]
    expect(shown("don't DON’T etc. ete stay", { stopWords })).toBe('stay')
    expect(shown('don t été stay', { stopWords, language: 'none' })).toBe('stay')
  })
})
