import {
  emoji,
  joining,
  type Kind,
  type Kinds,
  letter,
  regional,
  separator,
  unspaced,
  unspacedUnfolded,
} from './characters.ts'
import { foldForm } from './fold.ts'
import { createRecentWords } from './recent-words.ts'
import { endOfUnspaced, endOfWord, longestRun, widthOf } from './runs.ts'

/** Words whose terms are remembered: a text repeats its words, and stemming one costs more than the rest together. */
const remembered = 50_000

/** Longest of them, in UTF-16 units: keys and encoded data are rarely repeated. */
const longestRemembered = 64

/** Calls `emit` with what stands for each term of a text, in order, and says whether there was one. */
export type Scan<Item> = (text: string, emit: (item: Item) => void) => boolean

/**
 * Goes through a text once, by the kinds of its characters. A word is looked up as it stands in the text, so that folding,
 * stemming and all else is done when it is first met.
 */
export function createScan<Item>(
  kinds: Kinds,
  termsOf: (run: string) => readonly string[],
  itemOf: (term: string) => Item,
): Scan<Item> {
  const { table, at } = kinds
  const words = new Map<string, readonly Item[]>()
  const recent = createRecentWords<Item>()
  let emitted = 0

  const learn = (slice: string, isFolded: boolean): readonly Item[] => {
    const run = copy(slice)
    const folded = isFolded ? run : foldForm(run)
    const items: Item[] = []
    // Folded, it may be several words, as a fraction is, or letters of another kind.
    if (folded !== run) scan(folded, (item) => items.push(item), true)
    else for (const term of termsOf(run)) items.push(itemOf(term))
    if (words.size >= remembered) words.clear()
    if (run.length <= longestRemembered) words.set(run, items)
    return items
  }

  const look = (run: string, hash: number, isFolded: boolean): readonly Item[] => {
    const items = words.get(run) ?? learn(run, isFolded)
    recent.put(run, hash, items)
    return items
  }

  /** Each character, with its marks, and each two neighbours. Gives the last one. */
  const scanCharacters = (run: string, before: string, emit: (item: Item) => void): string => {
    let previous = before
    for (let i = 0; i < run.length; ) {
      const start = i
      i += widthOf(run.charCodeAt(i))
      while (i < run.length && at(run, i) === joining) i += widthOf(run.charCodeAt(i))
      const character = copy(run.slice(start, i))
      emit(itemOf(character))
      if (previous !== '') emit(itemOf(previous + character))
      emitted++
      previous = character
    }
    return previous
  }

  /** A run of a script without spaces, in parts if it is long. Gives where it ends. */
  const scanUnspaced = (text: string, from: number, emit: (item: Item) => void, isFolded: boolean): number => {
    let [i, previous] = [from, '']
    do {
      const end = endOfUnspaced(text, i, kinds)
      const run = text.slice(i, end)
      const folded = isFolded ? run : foldForm(run)
      if (folded === run) previous = scanCharacters(run, previous, emit)
      else {
        scan(folded, emit, true)
        previous = ''
      }
      i = end
    } while (i < text.length && isUnspaced(at(text, i)))
    return i
  }

  const scan = (text: string, emit: (item: Item) => void, isFolded: boolean): void => {
    for (let i = 0; i < text.length; ) {
      const unit = text.charCodeAt(i)
      const kind = (table[unit] as Kind) || at(text, i)
      if (kind === separator) i++
      else if (kind === letter) {
        const start = i
        const stop = Math.min(text.length, start + longestRun)
        // Of the letters up to the first that is unusual: it need only be the same for the same word.
        let hash = unit
        i += widthOf(unit)
        for (let next = 0; i < stop; i++) {
          next = text.charCodeAt(i)
          if (table[next] !== letter) break
          hash = (Math.imul(hash, 31) + next) | 0
        }
        if (i < text.length && table[text.charCodeAt(i)] !== separator) i = endOfWord(text, start, i, kinds)
        const items = recent.find(text, start, i, hash) ?? look(text.slice(start, i), hash, isFolded)
        for (let place = 0; place < items.length; place++) emit(items[place] as Item)
        emitted += items.length
      } else if (isUnspaced(kind)) i = scanUnspaced(text, i, emit, isFolded)
      else if (kind === emoji || kind === regional) {
        const start = i
        i += widthOf(unit)
        // Two letters make a flag.
        if (kind === regional && i < text.length && at(text, i) === regional) i += 2
        emit(itemOf(text.slice(start, i)))
        emitted++
      } else i++
    }
  }

  return (text, emit) => {
    const before = emitted
    scan(text, emit, false)
    return emitted > before
  }
}

const isUnspaced = (kind: Kind): boolean => kind === unspaced || kind === unspacedUnfolded

/** Not as a slice of the text that it was found in, which would be kept with it. Engines copy shorter ones anyway. */
const copy = (slice: string): string => (slice.length < 13 ? slice : ` ${slice}`.slice(1))
