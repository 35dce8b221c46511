import { type Bm25Options, bm25 } from '@lamella/ranker-bm25'
import { describe, expect, it } from 'vitest'

/** Returns whether a query finds a text, compared with an unrelated one. */
const finds = (query: string, text: string, options: Bm25Options = {}): boolean => {
  const [score = 0, stranger = 0] = bm25(options).rank(query, [
    { id: 'text', text },
    { id: 'stranger', text: 'qqq' },
  ])
  expect(stranger).toBe(0)
  return score > 0
}

describe('a word', () => {
  it.each([
    ['running', 'She runs every morning'],
    ['LAUNCH', 'the launch'],
    ['memories', 'one memory'],
    ['cafe', 'Café Müller'],
    ['Müller', 'cafe muller'],
    ['résumés', 'two resumes'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full'],
    ['Anna', 'Anna’s birthday'],
    ["Anna's", 'about Anna'],
    ['obrien', "O'Brien"],
    ['Brien', 'O’Brien called'],
    ["O'Brien", 'a letter of Brien'],
    ['istanbul', 'Ada İstanbul’da yaşıyor'],
    ['ISTANBUL', "Ada İstanbul'da yaşıyor"],
    ['İSTANBUL', 'Ada İstanbul’dan geldi'],
    ['İstanbul’da', 'Ada İstanbul’da yaşıyor'],
    ['İzmir', 'İzmir’in'],
    ['hôtel', 'L’hôtel est complet'],
    ['avvocato', "Pranzo dall'avvocato Rossi"],
    ['università', "nell'università"],
    ['amic', "l'amic de l'Anna"],
    ['Arc', "Jeanne d'Arc"],
    ['aujourdhui', "aujourd'hui"],
    ['rock', "rock'n'roll"],
    ['ёлка', 'Елка стояла у окна'],
    ['Москва', 'поехали в МОСКВА-сити'],
    ['αθήνα', 'Η ΑΘΉΝΑ το καλοκαίρι'],
    ['२०२४', 'वर्ष २०२४'],
    ['2024', 'in 2024-06'],
    ['snake', 'a snake_case name'],
    ['Where did they go?', 'Anna went home'],
    ['mouse', 'two mice'],
    ['connected', 'a bad connection'],
    ['user names', 'call getUserName first'],
    ['getUserName', 'the function getusername'],
    ['10000', 'it cost 10,000 euros'],
    ['7 May', 'on the 7th of May'],
    ['Strasse', 'in der Straße'],
    ['Lodz', 'Łódź'],
    ['❤', 'we ❤️ it'],
    ['👍', 'fine 👍🏽'],
    ['Who are you?', 'you are who'],
    ['теплица', 'ключ от теплицы'],
    ['βιβλιοθήκη', 'οι βιβλιοθήκες της πόλης'],
    ['किताबें', 'एक किताब'],
    ['გალერეა', 'გალერეის კარი'],
  ])('%j finds %j', (query, text) => {
    expect(finds(query, text)).toBe(true)
  })

  it.each([
    ['car', 'carpet'],
    ['the', 'the launch'],
    ["don't you", 'you do yoga'],
    ['to be or not', 'or to be'],
    ['bored', 'she gave birth'],
    ['don', "they don't say why"],
    ['won', "it won't work"],
    ['wouldn', "she wouldn't say"],
    ['hadn', "they hadn't seen it"],
    ['re', "they're late"],
    ['bytes', 'a bite'],
    ['мой', 'мои'],
    ['か', 'が'],
    ['рама', 'программа'],
    ['книга', 'книжка'],
  ])('%j does not find %j', (query, text) => {
    expect(finds(query, text)).toBe(false)
  })
})

describe('a run of characters', () => {
  it.each([
    ['会议', '明天的会议改到三点'],
    ['議', '会議は三時です'],
    ['カメラ', '新しいカメラを買った'],
    ['회의', '내일 회의는 세 시입니다'],
    ['ประชุม', 'การประชุมพรุ่งนี้'],
    ['GPT模型', '用gpt写'],
    ['模型', '用GPT模型写'],
  ])('%j finds %j', (query, text) => {
    expect(finds(query, text)).toBe(true)
  })

  it('scores higher if its characters are adjacent', () => {
    const [together = 0, apart = 0] = bm25().rank('会议', [
      { id: 'a', text: '会议改了' },
      { id: 'b', text: '会改议了' },
    ])
    expect(together).toBeGreaterThan(apart)
  })
})

describe('options', () => {
  it('disable stemming with stem: false', () => {
    expect(finds('running', 'runs', { stem: false })).toBe(false)
    expect(finds('runs', 'runs', { stem: false })).toBe(true)
  })

  it('accept a stemmer, which gets accented words and whose stems are folded', () => {
    const seen: string[] = []
    const stem = (word: string): string => {
      seen.push(word)
      return word.replace(/en$/, '')
    }
    expect(finds('Bäume', 'bäumen', { stem, language: 'none' })).toBe(false)
    expect(finds('Häus', 'Hausen', { stem, language: 'none' })).toBe(true)
    expect(seen).toContain('bäumen')
  })

  it('find common words with stopWords: false, and drop the words of a custom list', () => {
    expect(finds('the', 'the launch', { stopWords: false })).toBe(true)
    expect(finds('launch', 'the launch', { stopWords: ['launch'] })).toBe(false)
    expect(finds('the', 'the launch', { stopWords: ['launch'] })).toBe(true)
  })

  it('use neither stems nor stop words with language: none', () => {
    expect(finds('the', 'the launch', { language: 'none' })).toBe(true)
    expect(finds('running', 'runs', { language: 'none' })).toBe(false)
  })
})
