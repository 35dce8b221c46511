import { features, heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../scripts/tools.mjs'

/** Sentences of languages that are written with the letters of English, with few accents or none. */
const texts: Readonly<Record<string, string>> = {
  Basque: 'Bihar azokara joango naiz barazkiak erostera. Pasahitza ahaztu zait, lagunduko didazu?',
  Finnish: 'Huomenna menen torille ostamaan vihanneksia. Unohdin salasanani, voitko auttaa minua?',
  'Hindi in Latin letters': 'Main kal bazaar jaunga aur sabziyan kharidunga. Kripya batayein ki meri train kab aayegi.',
  Indonesian: 'Besok saya akan pergi ke pasar untuk membeli sayuran. Saya lupa kata sandi saya.',
  Malagasy: 'Rahampitso aho dia handeha any an-tsena hividy legioma. Adinoko ny tenimiafiko.',
  Somali: 'Berri waxaan aadi doonaa suuqa si aan u soo iibsado khudaar. Waan ilaaway eraygii sirta ahaa.',
  Swahili: 'Kesho nitakwenda sokoni kununua mboga. Nimesahau nenosiri langu, unaweza kunisaidia?',
  Tagalog: 'Bukas pupunta ako sa palengke para bumili ng gulay. Nakalimutan ko ang aking password.',
  'Urdu in Latin letters': 'Mujhe apna password yaad nahi aa raha, kya aap meri madad kar sakte hain?',
  Zulu: 'Kusasa ngizoya emakethe ngiyothenga imifino. Ngikhohlwe iphasiwedi yami.',
}

describe.each(['o200k_base', 'cl100k_base'] as const)('counts against %s', (encoding) => {
  const exact = exactCounter(encoding)
  const { count } = heuristic({ mode: 'careful', encoding })

  it.each(Object.entries(texts))("of %s are at least 0.9 of the true count in 'careful'", (_, text) => {
    const long = `${text}\n`.repeat(30)
    expect(count(long) / exact(long)).toBeGreaterThanOrEqual(0.9)
  })
})

describe('a rare triple', () => {
  it('makes the words after it foreign only if another word has one: a single one may be a name', () => {
    expect(features('Ngozi wrote the tests for the new parser.').foreign).toBe(0)
    expect(features(texts['Swahili'] ?? '').foreign).toBeGreaterThan(0)
  })

  it('in letters drawn at random is of no language', () => {
    expect(features('qxvzkj wqzjfk xjqvwz kzqxjv').foreign).toBe(0)
  })
})
