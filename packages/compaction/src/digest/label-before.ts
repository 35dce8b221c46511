/** How far before a value its label may begin. */
const reach = 40

/** Not a part of another value, as HAT is of HAT289. */
const word = /(?<![\p{L}\p{N}_])[\p{L}_]{2,}(?![\p{L}\p{N}_])/gu
const space = /\s/

/** Words that are not what a value is of. */
const empty = new Set(
  (
    'a an and are as at be been by can did do does for from had has have her his how i if in into is it its me my no not of on or our ' +
    'please she so than that the their them then there these they this to up us was we were what when where which who why will with would you your'
  ).split(' '),
)

/** Returns the one or two words before a value in a text: what it is of, as far as they say. */
export function labelBefore(text: string, start: number): string {
  let from = Math.max(0, start - reach)
  // A word that is cut off at the beginning is none.
  if (from > 0) while (from < start && !space.test(text.charAt(from))) from++
  for (let at = start - 1; at >= from; at--) {
    if (isEnd(text, at, start)) from = at + 1
  }
  const words = (text.slice(from, start).match(word) ?? []).filter((one) => !empty.has(one.toLowerCase()))
  return words.slice(-2).join(' ')
}

/** Whether a sentence ends at a place before a value. */
function isEnd(text: string, at: number, start: number): boolean {
  const character = text.charAt(at)
  if (character === '\n') return true
  return '.!?;'.includes(character) && at + 1 < start && space.test(text.charAt(at + 1))
}
