import { bm25 } from '@lamella/ranker-bm25'
import { russian } from '@lamella/ranker-bm25/languages'
import { describe, expect, it } from 'vitest'
import { shown, termsOf } from './support.ts'

const plain = { language: 'none' } as const

describe('words', () => {
  it.each([
    ['Hello, World!', 'hello world'],
    ['well-known', 'well known wellknown'],
    ['Wi‑Fi — e‐mail', 'wi fi wifi e mail email'],
    ['on - off; a--b', 'on off a b'],
    ['ΟΔΌΣ οδος', 'οδοσ οδοσ'],
    ['ÅNGSTRÖM Ångström', 'angstrom angstrom'],
    ['İSTANBUL ısı', 'istanbul isi'],
    ['Łódź Øre Ærø œuvre Straße Þór', 'lodz ore aero oeuvre strasse thor'],
    ['Ёлка мой', 'елка мой'],
    ['قَلَمٌ أحمد ـــ', 'قلم احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी', 'हिन्दी'],
    ['𝒜𝓁𝒾𝒸𝑒', 'alice'],
    ['ｆｕｌｌ ﬁne', 'full fine'],
    ['co\u00adoperate a\u200db', 'cooperate ab'],
    ['zero\u200bwidth', 'zero width'],
    ['e\u0301te\u0301', 'ete'],
    ['don’t', 'don t'],
    ['Lamella™ №5', 'lamella 5'],
  ])('of %j are %j', (text, terms) => {
    expect(shown(text, plain)).toBe(terms)
  })

  it('may have more apostrophes than a function takes arguments', () => {
    expect(shown(`${"ab'".repeat(150_000)}ab zoo`, plain)).toContain('zoo')
  })

  it('are cut at 256 units, before marks and never inside a character', () => {
    expect(termsOf('x'.repeat(600), plain).map(({ length }) => length)).toEqual([256, 256, 88])
    expect(termsOf(`x${'𝒜'.repeat(200)}`, plain).join('')).toBe(`x${'a'.repeat(200)}`)
    expect(termsOf('\u{10400}'.repeat(300), plain).join('')).toBe('\u{10428}'.repeat(300))
    expect(termsOf(`x${'q\u0301\u0323'.repeat(200)}`, plain).join('')).toBe(`x${'q'.repeat(200)}`)
  })
})

describe('a word in an alphabet that none of the languages uses', () => {
  it.each([
    ['Теплицами', 'тепли'],
    ['дом', 'дом'],
    ['теплица_2', 'тепли 2 теплица_2'],
    ['Санкт-Петербург', 'санкт петер'],
    ['мой WiFi', 'мой wi fi wifi'],
  ])('is cut after its fifth character: %j', (text, terms) => {
    expect(shown(text)).toBe(terms)
  })

  it('stays whole if a language has its letters, or it is not a word', () => {
    expect(shown('теплицами', { languages: [russian] })).toBe('теплиц')
    expect(shown('теплицами', { stem: false })).toBe('теплицами')
    const georgian = { name: 'georgian', stem: (word: string) => word.replace(/ი$/, ''), stopWords: [] }
    expect(shown('გალერეები', { languages: [georgian] })).toBe('გალერეებ')
    expect(termsOf('ж'.repeat(41))).toEqual(['ж'.repeat(41)])
  })
})

describe('numbers', () => {
  it('have the same terms in the digits of all scripts', () => {
    expect(shown('١٢٣ ۱۲۳ १२३ ๑๒๓ １２３ 123 ৯ 𑛚𑛛', plain)).toBe('123 123 123 123 123 123 9 01')
  })

  it.each([
    ['3.11', '3 11 3.11'],
    ['v3.11.4', '3 11 4 v3.11.4'],
    ['3.11-rc1', '3 11 3.11 rc 1 rc1 3.11rc1'],
    ['10,000 and 1,234,567', '10000 and 1234567'],
    ['1,000.50', '1000 50 1000.50'],
    ['3,5 or 1,23', '3 5 or 1 23'],
    ['2024-06-01 5:30', '2024 06 01 5 30'],
    ['1½ cups, ①', '1 1 2 cups 1'],
    ['end of 2024.', 'end of 2024'],
    ['16GB, 7th', '16 gb 16gb 7 th 7th'],
  ])('%j are %j', (text, terms) => {
    expect(shown(text, plain)).toBe(terms)
  })

  it('lose the ending of an ordinal in English', () => {
    expect(shown('the 21st, the 3pm train')).toBe('21 3 pm 3pm train')
  })
})

describe('identifiers', () => {
  it.each([
    ['getUserName', 'get user name getusername'],
    ['HTMLParser', 'html parser htmlparser'],
    ['snake_case', 'snake case snake_case'],
    ['MAX_VALUE', 'max value max_value'],
    ['__proto__', 'proto'],
    ['x_1', '1 x_1'],
    ['iPhone', 'phone iphone'],
    ['iPhone15 proj42', 'phone 15 iphone15 proj 42 proj42'],
    ['PDFs URLs', 'pdfs urls'],
    ['node.js', 'node js nodejs'],
    ['U.S.A.', 'u s a usa'],
    ['anna@example.com', 'anna example com examplecom'],
    ['550e8400-e29b', '550e8400 e29b 550e8400e29b'],
    ['constructor toString', 'constructor to string tostring'],
  ])('%j become their parts, then the whole: %j', (text, terms) => {
    expect(shown(text, plain)).toBe(terms)
  })

  it.each([
    ['wifi', 'The password of the Wi-Fi is on the door.'],
    ['e-mail', 'Write an email to Kim.'],
    ['iPhone15', 'My iPhone 15 fell into the lake.'],
    ['PROJ-42', 'The branch is called proj42.'],
    ['Node.js 20', 'It runs on node20.'],
    ['16 GB', 'A laptop with 16GB.'],
    ['US', 'The U.S. office is closed.'],
  ])('find each other however they are spelled: %j and %j', (one, other) => {
    expect(bm25().rank(one, [{ id: 'a', text: other }])[0]).toBeGreaterThan(0)
    expect(bm25().rank(other, [{ id: 'a', text: one }])[0]).toBeGreaterThan(0)
  })

  it('are found by their parts, however many there are', () => {
    const chain = Array.from({ length: 200 }, (_, at) => `part${at}`).join('.')
    const terms = new Set(termsOf(chain, plain))
    for (let at = 0; at < 200; at++) expect([at, terms.has(`part${at}`)]).toEqual([at, true])
  })

  it('stay whole if they are long, like keys and hashes', () => {
    const key = 'aB3'.repeat(30)
    expect(termsOf(key, plain)).toEqual([key.toLowerCase()])
  })
})

describe('scripts without spaces', () => {
  it.each([
    ['会议', '会 议 会议'],
    ['用GPT模型', '用 gpt 模 型 模型'],
    ['カメラ', 'カ メ カメ ラ メラ'],
    ['ｶﾞ', 'ガ'],
    ['か\u3099', 'が'],
    ['한국', '한 국 한국'],
    ['\u1112\u1161\u11ab', '한'],
    ['㍿', '株 式 株式 会 式会 社 会社'],
    ['㏡', '2 日'],
    ['𠀀𠀁', '𠀀 𠀁 𠀀𠀁'],
    ['ที่', 'ที่'],
    ['ລາວ', 'ລ າ ລາ ວ າວ'],
    ['ខ្មែរ', 'ខ្ មែ ខ្មែ រ មែរ'],
    ['မြန်မာ', 'မြ န် မြန် မာ န်မာ'],
    ['你好，世界', '你 好 你好 世 界 世界'],
  ])('%j becomes characters and pairs: %j', (text, terms) => {
    expect(shown(text, plain)).toBe(terms)
  })

  it('keep every pair in a long run', () => {
    const text = Array.from({ length: 2000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
    const pairs = termsOf(text, plain).filter(({ length }) => length === 2)
    expect(pairs).toEqual(Array.from({ length: 1999 }, (_, i) => text.slice(i, i + 2)))
  })
})

describe('emoji', () => {
  it.each([
    ['❤️ ❤', '❤ ❤'],
    ['👍🏽👍', '👍 👍'],
    ['👩‍💻', '👩 💻'],
    ['🇩🇪🇫🇷', '🇩🇪 🇫🇷'],
    ['1️⃣', '1'],
    ['nice😀one', 'nice 😀 one'],
    ['© ® • →', ''],
  ])('%j become terms without skin tones: %j', (text, terms) => {
    expect(shown(text, plain)).toBe(terms)
  })
})

describe('stop words', () => {
  it('are dropped from a text with other words', () => {
    expect(shown('Who are the others?')).toBe('other')
    expect(shown('What’s it? I’m sure we’ll see; don’t I’d’ve')).toBe('sure see')
    expect(shown('Anna’s friend can’t, won’t and shouldn’t wait; the Smiths’ dog isn’t there')).toBe(
      'anna friend wait smith dog',
    )
  })

  it('become the terms of a text that has nothing else', () => {
    expect(shown('Who are you?')).toBe('who are you')
    expect(shown('the The')).toBe('the the')
  })

  it('are none in capitals, where they are abbreviations and names', () => {
    expect(shown('Ask IT about the US office; WHO and AIDS')).toBe('ask it us offic who aid')
    expect(shown('I am A. He is it')).toBe('i am a he is it')
    expect(shown("DON'T")).toBe(shown("don't"))
  })

  it('in capitals are found however they are asked for', () => {
    const texts = [
      { id: 'a', text: 'Kim leads IT at the US office.' },
      { id: 'b', text: 'It rains in Oslo, and it is cold.' },
    ]
    for (const query of ['IT', 'it', 'US', 'Who leads IT?']) {
      const [first = 0, second = 0] = bm25().rank(query, texts)
      expect([query, first > 0, second]).toEqual([query, true, 0])
    }
  })

  it.each([[''], [' '], ['.'], ['\ud800'], ['\u0301'], ["'"], ['_'], ['\u200d']])(
    'are not restored for a text without words: %j',
    (text) => {
      expect(termsOf(text)).toEqual([])
    },
  )
})

/** A picture of 40 kB as base64: its bytes look random, and are the same in each run. */
const bytes = Uint8Array.from({ length: 30_000 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 13)
const picture = Buffer.from(bytes).toString('base64')

describe('binary data', () => {
  it('has no terms, in a text as in JSON, and the words around it have theirs', () => {
    expect(shown(`The logo ${picture} is blue`, plain)).toBe('the logo is blue')
    expect(shown(JSON.stringify({ page: 'checkout', data: picture }), plain)).toBe('page checkout data')
  })

  it('is not looked for either: a query finds by its other words', () => {
    const ranker = bm25()
    const [first = 0, second = 0] = ranker.rank(`logo ${picture}`, [
      { id: 'a', text: `The logo is ${picture}.` },
      { id: 'b', text: 'Nothing about it.' },
    ])
    expect(first).toBeGreaterThan(0)
    expect(first).toBe(
      ranker.rank('logo', [
        { id: 'a', text: 'The logo is .' },
        { id: 'b', text: 'Nothing about it.' },
      ])[0],
    )
    expect(second).toBe(0)
  })
})
