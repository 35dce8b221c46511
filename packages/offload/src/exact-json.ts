import type { JsonValue } from '@lamella/core'
import { turn } from './pieces.ts'

/** The value of a JSON text. Numbers that JavaScript would change, such as ids of 19 digits, are written as they were. */
export interface ExactJson {
  /** Each of these numbers is a text that begins with a mark. */
  readonly value: JsonValue
  /** Whether a text in the value is such a number. */
  isNumber(text: string): boolean
  /** Returns a part of the value as JSON text, with lines and an indentation. */
  write(part: JsonValue, indentation: number): string
}

/** The UTF-16 units of a text that are looked at before others have a turn. */
const stretch = 1_048_576
const [quote, minus, zero, nine] = [0x22, 0x2d, 0x30, 0x39]

/** Parses a JSON text, with or without a byte order mark; `undefined` if it is none. */
export async function exactJson(given: string): Promise<ExactJson | undefined> {
  const text = given.replace(/^\ufeff/, '')
  try {
    const value = JSON.parse(text) as JsonValue
    const mark = markFor(text)
    const marked = await withMarks(text, mark)
    return marked === text ? exactOf(value) : exactOf(JSON.parse(marked) as JsonValue, mark)
  } catch {
    return undefined
  }
}

/** Returns the JSON of a value that was never text. */
export function exactOf(value: JsonValue, mark?: string): ExactJson {
  return {
    value,
    isNumber: (text) => mark !== undefined && text.startsWith(mark),
    write: (part, indentation) => {
      const json = JSON.stringify(part, null, indentation)
      if (mark === undefined) return json
      const [first = '', ...others] = json.split(`"${mark}`)
      return first + others.map((one) => one.replace('"', '')).join('')
    },
  }
}

/** Returns a character that a JSON text does not have, not even as an escape. */
function markFor(text: string): string {
  for (let number = 0; ; number++) {
    // Without letters after the first, an escape has two spellings.
    const digits = String(number).padStart(3, '0')
    const mark = String.fromCharCode(Number.parseInt(`e${digits}`, 16))
    if (![mark, `\\ue${digits}`, `\\uE${digits}`].some((one) => text.includes(one))) return mark
  }
}

/** Puts each number that JavaScript would write in another way into quotes, after a mark. */
async function withMarks(text: string, mark: string): Promise<string> {
  const number = /[-+.\deE]+/y
  let marked = ''
  let done = 0
  let rested = 0
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    if (unit === quote) at = endOfString(text, at)
    else if (unit !== minus && (unit < zero || unit > nine)) at++
    else {
      number.lastIndex = at
      const [written = ''] = number.exec(text) ?? []
      if (String(Number(written)) !== written) {
        marked += `${text.slice(done, at)}"${mark}${written}"`
        done = at + written.length
      }
      at += written.length
    }
    if (at - rested > stretch) {
      await turn()
      rested = at
    }
  }
  return done === 0 ? text : marked + text.slice(done)
}

/** Returns where a string of valid JSON ends. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before--
    if ((end - before) % 2 === 0) return end + 1
  }
}
