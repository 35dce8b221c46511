import { blobIdsIn } from '@lamella/store'
import { runs, unspaced } from '../scripts.ts'

/** A word with what joins its parts: `src/run.ts`, `4,871`, `o'clock`. */
const spaced = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[._/@:,’'-]+[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** The same where all characters are ASCII, which takes a fraction of the time. */
const ascii = /[a-z0-9]+(?:[._/@:,'-]+[a-z0-9]+)*/g
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
  // A number ends where a script without spaces begins.
  for (const run of unspaced.test(lower) ? (lower.match(runs) ?? []) : [lower]) {
    if (unspaced.test(run)) addPairs(run, words)
    else addWords(run, words)
  }
  return words
}

function addWords(run: string, words: string[]): void {
  for (const one of run.match(isAscii.test(run) ? ascii : spaced) ?? []) {
    if (one.length <= stem || digit.test(one)) words.push(one)
    else for (const part of one.split(joints)) if (part.length > 1) words.push(part.slice(0, stem))
  }
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
  return /[?՞؟፧᥅⁇-⁉⸮꘏꛷﹖？]["'”’」』)\]]*$|か。?$/u.test(text)
}

/** Whether a line is a sentence rather than code or data: mostly letters and spaces, and several words. */
export function isProse(line: string): boolean {
  if (line.length < 8 || line.length > 400 || /[{}<>=\\|]/.test(line)) return false
  const plain = line.match(/[\p{L}\p{M}\p{Z}]/gu)?.length ?? 0
  return plain >= 0.75 * line.length && (line.match(/\p{L}+/gu)?.length ?? 0) >= (/^\P{L}*\p{Lo}/u.test(line) ? 1 : 4)
}
