/** How far before a value its label may begin. */
const reach = 40

/** Not a part of another value, as HAT is of HAT289. */
const word = /(?<![\p{L}\p{N}_])[\p{L}_]{2,}(?![\p{L}\p{N}_])/gu
const sentenceEnd = /[.!?;\n]\s|\n/g

/** Words that are not what a value is of. */
const empty = new Set(
  (
    'a an and are as at be been by can did do does for from had has have her his how i if in into is it its me my no not of on or our ' +
    'please she so than that the their them then there these they this to up us was we were what when where which who why will with would you your'
  ).split(' '),
)

/** Returns the one or two words before a value in a text: what it is of, as far as they say. */
export function labelBefore(text: string, start: number): string {
  let before = text.slice(Math.max(0, start - reach), start)
  for (const end of before.matchAll(sentenceEnd)) before = ' '.repeat(end.index + 1) + before.slice(end.index + 1)
  // A word that is cut off at the beginning is none.
  if (start > reach) before = before.replace(/^\S+/, '')
  const words = [...before.matchAll(word)].map(([one]) => one).filter((one) => !empty.has(one.toLowerCase()))
  return words.slice(-2).join(' ')
}
