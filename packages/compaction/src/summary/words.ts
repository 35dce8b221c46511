/** Words that say nothing about what a sentence is about. */
const empty = new Set(
  (
    'a about after all also am an and any are as at be been before but by can could did do does done for from get got had has have he her ' +
    'here him his how i if in into is it its just like me more my need no not now of off on once only or our out please really she should ' +
    'so some than that the their them then there these they this those to too up us use used very want was we were what when where which ' +
    'who why will with would yes you your actually instead rather longer change changed correction sorry going let lets make makes made today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday soon'
  ).split(' '),
)

const word = /[\p{L}][\p{L}\p{M}’']*/gu

/** Returns the stems of the words that a sentence is about. */
export function topicOf(text: string): ReadonlySet<string> {
  const topic = new Set<string>()
  for (const [one] of text.toLowerCase().matchAll(word)) {
    const plain = one.replace(/[’'](s|ll|d|ve|re|m|t)$/, '')
    if (plain.length > 2 && !empty.has(plain)) topic.add(stemOf(plain))
  }
  return topic
}

/** Returns how much of the smaller of two topics is in the other, 0 to 1; 0 if they share too little to tell. */
export function sharedTopic(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size)
  if (least === 0) return 0
  let shared = 0
  for (const one of a) if (b.has(one)) shared++
  return shared < Math.min(2, Math.max(a.size, b.size)) ? 0 : shared / least
}

/** Verbs of promises whose forms differ by more than their ending. */
const irregular: Readonly<Record<string, string>> = {
  bought: 'buy',
  brought: 'bring',
  found: 'find',
  gave: 'giv',
  given: 'giv',
  paid: 'pay',
  sent: 'send',
  told: 'tell',
  took: 'tak',
  taken: 'tak',
  wrote: 'writ',
  written: 'writ',
}

function stemOf(one: string): string {
  if (Object.hasOwn(irregular, one)) return irregular[one] as string
  if (one.length < 5) return one.replace(/s$/, '')
  return one.replace(/(ing|ed|es|s)$/, '').replace(/e$/, '')
}

/** Whether a word says nothing about what a sentence is about. */
export function isEmptyWord(one: string): boolean {
  return empty.has(one.toLowerCase())
}
