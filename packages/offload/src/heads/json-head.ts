import type { JsonValue } from '@lamella/core'
import { cutText, shortenText } from '@lamella/core/plugin'
import { isLarger } from '../aside/is-larger.ts'
import type { ExactJson } from '../exact-json.ts'
import { countOf } from './closing-line.ts'
import { beginning, type Head } from './text-head.ts'

/** How much of a value is shown. */
interface Detail {
  readonly items: number
  readonly keys: number
  readonly characters: number
  readonly depth: number
}

/** From much to little: the first that fits is taken. */
const details: readonly Detail[] = [
  { items: 8, keys: 60, characters: 2_000, depth: 8 },
  { items: 8, keys: 60, characters: 300, depth: 8 },
  { items: 5, keys: 40, characters: 160, depth: 6 },
  { items: 3, keys: 30, characters: 80, depth: 5 },
  { items: 2, keys: 24, characters: 60, depth: 4 },
  { items: 1, keys: 20, characters: 40, depth: 3 },
  { items: 1, keys: 16, characters: 24, depth: 2 },
  { items: 1, keys: 8, characters: 16, depth: 1 },
]

/** The longest number that is shown as a whole, in UTF-16 units. */
const longestNumber = 60

/** Returns the structure of a JSON value: its keys, the lengths of its lists and texts, and the first items of each. */
export function jsonHead(json: ExactJson, length: number, tokens: number): Head {
  const size = `JSON of ${countOf(length, 'character')}, ${kindOf(json.value)}`
  const shown = 'its keys and first items'
  for (const detail of details) {
    const text = json.write(outline(json, json.value, detail, 0), 1)
    if (!isLarger(text, tokens)) return { text, size, shown }
  }
  const least = json.write(outline(json, json.value, details.at(-1) as Detail, 0), 1)
  return { text: cutText(least, tokens), size, shown }
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return `a list of ${countOf(value.length, 'item')}`
  if (value !== null && typeof value === 'object') return `an object with ${countOf(Object.keys(value).length, 'key')}`
  return 'a single value'
}

function outline(json: ExactJson, value: JsonValue | undefined, detail: Detail, depth: number): JsonValue {
  if (value === undefined) return null
  if (typeof value === 'string') {
    if (json.isNumber(value) && value.length <= longestNumber) return value
    return shortenText(value, detail.characters, {
      head: beginning,
      marker: () => `… [${countOf(value.length, 'character')}] `,
    })
  }
  if (value === null || typeof value !== 'object') return value
  if (depth >= detail.depth) return `[${kindOf(value)}]`
  if (Array.isArray(value)) {
    const items = value.slice(0, detail.items).map((item) => outline(json, item, detail, depth + 1))
    const left = value.length - items.length
    return left > 0 ? [...items, `[${countOf(left, 'more item')}, ${countOf(value.length, 'item')} in all]`] : items
  }
  const keys = Object.keys(value)
  const entries = keys.slice(0, detail.keys).map((key): [string, JsonValue] => {
    return [cutText(key, Math.max(40, detail.characters)), outline(json, value[key], detail, depth + 1)]
  })
  const left = keys.length - entries.length
  return Object.fromEntries(left > 0 ? [...entries, ['…', `[${countOf(left, 'more key')}]`]] : entries)
}
