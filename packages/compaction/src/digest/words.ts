import { blobIdsIn } from '@lamella/store'

/** Scripts that write without spaces. */
const scripts = [
  String.raw`[\p{Script=Han}々〆]`,
  String.raw`\p{Script=Hiragana}`,
  String.raw`[\p{Script=Katakana}ー]`,
  String.raw`\p{Script=Hangul}`,
  String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`,
]
const unspaced = new RegExp(scripts.join('|'), 'u')
const inWord = String.raw`[\p{L}\p{M}\p{N}]`
const spacedWord = String.raw`[\p{L}\p{N}]${inWord}*(?:[._/@:,’'-]+[\p{L}\p{N}]${inWord}*)*`
/** A word with what joins its parts: `src/run.ts`, `4,871`, `o'clock`. */
const spaced = new RegExp(spacedWord, 'gu')
/** The same where all characters are ASCII, which takes a fraction of the time. */
const ascii = /[a-z0-9]+(?:[._/@:,'-]+[a-z0-9]+)*/g
/** A run of one script that writes without spaces, or a word that none of them is in: a number ends where they begin. */
const mixed = new RegExp(
  `${scripts.map((one) => `(?:${one})+`).join('|')}|${spacedWord.replaceAll(inWord, `(?:(?!${unspaced.source})${inWord})`)}`,
  'gu',
)
const isAscii = /^[\0-\x7f]*$/
const digit = /\p{N}/u
const joints = /[._/@:,’'-]+/

/** Words of one stem begin alike in most languages that inflect: so many letters tell them apart. */
const stem = 6

/**
 * Returns what a text can share with another one, in any language, perhaps several times: the beginnings of its words, its numbers
 * and ids as they are, and pairs of characters where a script has no spaces.
 */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  const lower = withoutHandles(text).toLowerCase()
  for (const one of lower.match(isAscii.test(lower) ? ascii : unspaced.test(lower) ? mixed : spaced) ?? []) {
    if (one.charCodeAt(0) > 0x250 && unspaced.test(one)) addPairs(one, words)
    else if (one.length <= stem || digit.test(one)) words.push(one)
    else for (const part of one.split(joints)) if (part.length > 1) words.push(part.slice(0, stem))
  }
  return words
}

/** The letters of a handle are those of a hash: they name nothing, and would be the rarest words of all. */
function withoutHandles(text: string): string {
  if (!text.includes('blob:')) return text
  return blobIdsIn(text).reduce((left, id) => left.replaceAll(id, ' '), text)
}

function addPairs(run: string, words: string[]): void {
  const characters = [...run]
  if (characters.length === 1) words.push(run)
  for (let at = 0; at + 1 < characters.length; at++) words.push(`${characters[at]}${characters[at + 1]}`)
}

/** Whether a text asks: it ends with a mark that asks, of any script, or with the Japanese particle. */
export function asks(text: string): boolean {
  return /[?？؟՞]["'”’」』)\]]*$|か。?$/u.test(text)
}

/** Whether a line is a sentence rather than code or data: mostly letters and spaces, and several words. */
export function isProse(line: string): boolean {
  if (line.length < 8 || line.length > 400 || /[{}<>=\\|]/.test(line)) return false
  const plain = line.match(/[\p{L}\p{M}\p{Z}]/gu)?.length ?? 0
  return plain >= 0.75 * line.length && (line.match(/\p{L}+/gu)?.length ?? 0) >= (/^\P{L}*\p{Lo}/u.test(line) ? 1 : 4)
}
