import { isObject } from '@lamella/core/plugin'
import { parsedJson } from '../../json.ts'
import type { TranscriptInput } from '../contract/input.ts'
import type { Collector } from '../shared/collect.ts'
import type { Fields } from '../shared/fields.ts'
import { linesOf } from './lines-of.ts'
import { parseLine, wholeMessages } from './parse-line.ts'
import { formOfValues, keysOf, mostLooked } from './recognize.ts'

/** An object of a file, and its line or position. */
export interface FoundValue {
  readonly value: Fields
  readonly line: number
  /** The form of the file. */
  readonly format: string | undefined
}

interface Line {
  readonly text: string
  readonly number: number
}

type IsMessage = ((value: Fields) => boolean) | undefined

/**
 * Yields the objects of a session file, from the first one on as soon as its form is known: those of its lines, or those in a
 * file that is one JSON value.
 *
 * @param given The form, if it is not to be recognized.
 * @param isMessageOf How messages of a form look, to find them in a damaged document.
 */
export async function* valuesOf(
  input: TranscriptInput,
  given: string | undefined,
  isMessageOf: (format: string | undefined) => IsMessage,
  collector: Collector,
): AsyncGenerator<FoundValue, void, undefined> {
  const lines = numbered(input)
  const first: Line[] = []
  let isDocument: boolean | undefined
  while (isDocument === undefined) {
    const { value, done } = await lines.next()
    if (!done) first.push(value)
    isDocument = decided(first, done === true || first.length === mostLooked)
  }
  async function* all(): AsyncGenerator<Line, void, undefined> {
    yield* first
    yield* lines
  }
  yield* isDocument ? documentValues(all(), given, isMessageOf, collector) : lineValues(all(), given, collector)
}

/**
 * Whether a file is one JSON value, by its first lines: a list that is alone, the beginning of a list or an object, or lines
 * of which none is an object. `undefined` if more must be seen.
 */
function decided(lines: readonly Line[], isEnd: boolean): boolean | undefined {
  const [first, ...others] = lines.map(({ text }) => text.trim())
  if (first === undefined) return false
  const value = parsedJson(first)
  if (value !== undefined) return isObject(value) || others.length > 0 ? false : isEnd ? true : undefined
  if (first.startsWith('[') || first === '{') return true
  return isObject(parsedJson(others.at(-1) ?? '')) ? false : isEnd ? true : undefined
}

async function* numbered(input: TranscriptInput): AsyncGenerator<Line, void, undefined> {
  let number = 0
  for await (const text of linesOf(input)) {
    number++
    if (text.trim() !== '') yield { text, number }
  }
}

async function* documentValues(
  lines: AsyncIterable<Line>,
  given: string | undefined,
  isMessageOf: (format: string | undefined) => IsMessage,
  collector: Collector,
): AsyncGenerator<FoundValue, void, undefined> {
  const texts: string[] = []
  for await (const { text } of lines) texts.push(text)
  const text = texts.join('\n')
  const sign = given ?? formOfValues([keysOf(text)])
  const whole = parsedJson(text)
  if (whole === undefined)
    collector.note('line-damaged', 'The file is not whole JSON; the messages in it that are whole were read.')
  const value = whole === undefined ? wholeMessages(text, isMessageOf(sign) ?? looksLikeMessage) : whole
  const format = sign ?? formOfValues([value]) ?? (Array.isArray(value) ? formOfValues(value) : undefined)
  for (const [index, one] of (Array.isArray(value) ? value : [value]).entries()) {
    if (isObject(one)) yield { value: one, line: index + 1, format }
    else collector.strange('value that is no object')
  }
}

function looksLikeMessage(value: Fields): boolean {
  return (
    ('role' in value && ('content' in value || 'parts' in value)) ||
    ('type' in value && 'content' in value && 'id' in value)
  )
}

async function* lineValues(
  lines: AsyncIterable<Line>,
  given: string | undefined,
  collector: Collector,
): AsyncGenerator<FoundValue, void, undefined> {
  const held: { readonly value: Fields; readonly line: number }[] = []
  let format = given
  let damaged: number | undefined
  let before: string | undefined
  for await (const { text, number } of lines) {
    if (damaged !== undefined)
      collector.note('line-damaged', 'The line is damaged; what is around it was read.', damaged)
    damaged = undefined
    if (text === before) {
      collector.note('repeated', 'The line is the same as the one before; it was read once.', number)
      continue
    }
    before = text
    const { values, isDamaged } = parseLine(text)
    if (isDamaged) damaged = number
    const objects = values.filter(isObject)
    if (objects.length < values.length) collector.strange('value that is no object')
    for (const value of objects) {
      held.push({ value, line: number })
      format ??= formOfValues([value])
    }
    if (format !== undefined) for (const one of held.splice(0)) yield { ...one, format }
    // Nothing of a file without a sign is read.
    else if (held.length >= mostLooked) return
  }
  if (damaged !== undefined)
    collector.note('line-torn', 'The last line is torn, as while the program writes it.', damaged)
}
