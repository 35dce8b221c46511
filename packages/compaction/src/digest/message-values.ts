import type { JsonValue, Message, Part, ProviderOptions, ToolOutput } from '@lamella/core'
import { asideMark } from '@lamella/store'
import { bareText } from '../plain-text.ts'
import { sentenceEnd } from '../scripts.ts'
import { phraseAround } from './phrase-around.ts'
import { isOneValue, scanValues } from './scan-values.ts'

/** A value that a message said. */
export interface SaidValue {
  readonly value: string
  /** The name of its field; '' in a text, where the words around it say what it is of. */
  readonly field: string
  /** The name of the thing whose field it is; '' if it has none. */
  readonly subject: string
  /** The text that it is in, and where; `undefined` if it is a field of its own. */
  readonly text?: string
  readonly start?: number
  /** Of which thing it is the only value with this label, so that a later one replaces it; '' if there may be several. */
  readonly slot: string
  /** The name of that thing, or of the tool, and of the field with those around it. Only with a slot. */
  readonly of?: string
  /** How many values the same field had in the same place: those of long lists are less likely to be needed. */
  readonly siblings: number
}

/** Returns the values of a message in order: of its texts, the input of its calls, and results. Thinking is left out. */
export function messageValues({ content }: Message): readonly SaidValue[] {
  if (typeof content === 'string') return textValues(content)
  return (content as readonly Part[]).flatMap(partValues)
}

function partValues(part: Part): readonly SaidValue[] {
  switch (part.type) {
    case 'text':
      return textValues(part.text)
    case 'tool-call':
      // What a call asks for is not the state of anything.
      return fieldValues(part.input as JsonValue, '')
    case 'tool-result':
      return outputValues(part.output, part.toolName)
    case 'file':
      return part.filename === undefined ? [] : textValues(part.filename)
    case 'image':
    case 'reasoning':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return []
    default:
      part satisfies never
      return []
  }
}

function outputValues(output: ToolOutput, tool: string): readonly SaidValue[] {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return resultText(output.value, tool, output.providerOptions)
    case 'json':
    case 'error-json':
      return fieldValues(output.value, tool)
    case 'content':
      return output.value.flatMap((item) =>
        item.type === 'text' ? resultText(item.text, tool, item.providerOptions) : [],
      )
    case 'execution-denied':
      return textValues(output.reason ?? '')
    default:
      output satisfies never
      return []
  }
}

/** A number that JavaScript would write in another way, such as an id of 19 digits. */
const changedNumber = /([[:,]\s*)(-?\d(?:[\d.]{15,}|\d*\.\d*0|[\d.]*[eE][-+]?\d+))(?=\s*[,\]}])/g

/** Many tools return JSON as text. Numbers are read as they are written. */
function resultText(result: string, tool: string, options: ProviderOptions | undefined): readonly SaidValue[] {
  const text = withoutClosingLine(result, options)
  const first = text.trimStart()[0]
  if (first === '{' || first === '[') {
    // Quotes around a number in a text make it no JSON.
    for (const json of [text.replace(changedNumber, '$1"$2"'), text]) {
      try {
        return fieldValues(JSON.parse(json) as JsonValue, tool)
      } catch {
        // Text that begins like JSON.
      }
    }
  }
  return textValues(text)
}

function textValues(given: string): readonly SaidValue[] {
  const text = bareText(given)
  return scanValues(text).map(({ value, start }) => ({
    value,
    field: '',
    subject: '',
    text,
    start,
    slot: '',
    siblings: 1,
  }))
}

/** Returns what a value is of: the words around it in its text, or the name of its field. '' if unknown. */
export function labelOf(
  { field, text, start }: Pick<SaidValue, 'field' | 'text' | 'start'>,
  clean?: (text: string) => string,
): string {
  return field || (text === undefined ? '' : phraseAround(text, start ?? 0, clean))
}

/** Returns the values in the fields of a JSON value. */
function fieldValues(root: JsonValue, source: string): readonly SaidValue[] {
  const found: (SaidValue & { siblings: number })[] = []
  const paths: string[] = []
  const counts = new Map<string, number>()
  const add = (value: string, field: string, { path, entity, subject, isListed }: Place): void => {
    counts.set(path, (counts.get(path) ?? 0) + 1)
    paths.push(path)
    const isSlot = source !== '' && !isListed && entity !== value
    const own = isSlot && { slot: `${source} ${entity} ${path}`, of: `${entity || source}${path.replaceAll('.', ' ')}` }
    found.push({ value, field, subject, slot: '', ...own, siblings: 1 })
  }
  const addLeaf = (value: string | number, field: string, place: Place): void => {
    const text = bareText(String(value))
    if (isName(text) || isOneValue(text) || (typeof value === 'number' && text.length >= 2)) add(text, field, place)
    else {
      for (const { value: one, start } of scanValues(text)) {
        counts.set(place.path, (counts.get(place.path) ?? 0) + 1)
        paths.push(place.path)
        found.push({ value: one, field, subject: place.subject, text, start, slot: '', siblings: 1 })
      }
    }
  }
  const visit = (value: JsonValue | undefined, field: string, place: Place): void => {
    if (value === null || value === undefined || typeof value === 'boolean' || place.depth > deepest) return
    const depth = place.depth + 1
    if (Array.isArray(value))
      for (const item of value) visit(item, field, { ...place, isListed: true, isThing: true, depth })
    else if (typeof value !== 'object') addLeaf(value, field, place)
    else {
      const own = idOf(value)
      const isListed = own === undefined && place.isListed
      const subject = (place.isThing ? nameOf(value) : undefined) ?? place.subject
      for (const [name, item] of Object.entries(value)) {
        // Things are often listed by their ids.
        const isId = hasDigit.test(name) && isOneValue(name)
        if (isId) add(name, field, { ...place, isListed: true })
        const path = `${place.path}.${name}`
        visit(item, name, {
          path,
          entity: own ?? place.entity,
          subject: isId ? name : subject,
          isListed,
          isThing: isId,
          depth,
        })
      }
    }
  }
  visit(root, '', { path: '', entity: '', subject: '', isListed: false, isThing: true, depth: 0 })
  for (const [index, one] of found.entries()) one.siblings = counts.get(paths[index] ?? '') ?? 1
  return found
}

/** Where a value is in a JSON value. */
interface Place {
  /** The names of the fields on the way. */
  readonly path: string
  /** The id of the object that it belongs to. */
  readonly entity: string
  /** The name of the thing that it belongs to. */
  readonly subject: string
  /** Whether an object here is a thing of its own: the whole, an item of a list, or the value of an id. */
  readonly isThing: boolean
  /** Whether it is in a list whose items have no id. */
  readonly isListed: boolean
  readonly depth: number
}

const deepest = 20
const mostName = 60
const hasDigit = /\d/

/** Whether a text is a name, an address, a state, a day: short, and no sentence. `13.` ends none. */
function isName(text: string): boolean {
  return text.length <= mostName && text.length > 1 && /[\p{L}\p{N}]/u.test(text) && !sentenceEnd.test(text)
}

type Fields = { readonly [key: string]: JsonValue | undefined }

/** Returns the value that tells an object from others: the first text in its fields that has the form of an id, or else its name. */
function idOf(value: Fields): string | undefined {
  for (const key in value) {
    const item = value[key]
    if (typeof item === 'string' && hasDigit.test(item) && isOneValue(item)) return item
  }
  return nameOf(value)
}

/** Returns the name of an object: the first of its fields that is a short text with letters. */
function nameOf(value: Fields): string | undefined {
  for (const key in value) {
    const item = value[key]
    if (typeof item === 'string' && isName(item) && /\p{L}/u.test(item)) return item
  }
  return undefined
}

/**
 * Returns a result without the line with which the head of a content ends: what it says is of the head, and its handle is that of
 * the message, too. The mark beside the text says that it is a head; a tool's text cannot.
 */
export function withoutClosingLine(text: string, options: ProviderOptions | undefined): string {
  const start = options?.[asideMark] === undefined ? -1 : text.lastIndexOf('\n[')
  return start < 0 ? text : text.slice(0, start)
}
