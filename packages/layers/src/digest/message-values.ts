import type { JsonValue, Message, Part, ToolOutput } from '@lamella/core'
import { labelBefore } from './label-before.ts'
import { isOneValue, scanValues } from './scan-values.ts'

/** A value that a message said. */
export interface SaidValue {
  readonly value: string
  /** What it is of: a field's name, or the words before it. '' if unknown. */
  readonly label: string
  /** Of which thing it is the only value with this label, so that a later one replaces it; '' if there may be several. */
  readonly slot: string
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
      return resultText(output.value, tool)
    case 'json':
    case 'error-json':
      return fieldValues(output.value, tool)
    case 'content':
      return output.value.flatMap((item) => (item.type === 'text' ? resultText(item.text, tool) : []))
    case 'execution-denied':
      return textValues(output.reason ?? '')
    default:
      output satisfies never
      return []
  }
}

/** Many tools return JSON as text. */
function resultText(text: string, tool: string): readonly SaidValue[] {
  const first = text.trimStart()[0]
  if (first === '{' || first === '[') {
    try {
      return fieldValues(JSON.parse(text) as JsonValue, tool)
    } catch {
      // Text that begins like JSON.
    }
  }
  return textValues(text)
}

function textValues(text: string): readonly SaidValue[] {
  return scanValues(text).map(({ value, start }) => ({ value, label: labelBefore(text, start), slot: '', siblings: 1 }))
}

/** Fields whose value is a name or an address, though it looks like words. */
const isNamed = /(name|city|street|address|country|state|status|cabin|title|owner|author|branch)\d?$/i

const idField = /(^|_)(id|number|code|key|name)$|[a-z](Id|Number|Code|Key|Name)$/

/** Returns the values in the fields of a JSON value. */
function fieldValues(root: JsonValue, source: string): readonly SaidValue[] {
  const found: { value: string; label: string; slot: string; path: string }[] = []
  const counts = new Map<string, number>()
  const add = (value: string, label: string, path: string, entity: string, isListed: boolean): void => {
    counts.set(path, (counts.get(path) ?? 0) + 1)
    found.push({
      value,
      label,
      slot: source === '' || isListed || entity === value ? '' : `${source} ${entity} ${path}`,
      path,
    })
  }
  const visit = (
    value: JsonValue | undefined,
    key: string,
    path: string,
    entity: string,
    isListed: boolean,
    depth: number,
  ): void => {
    if (value === null || value === undefined || typeof value === 'boolean' || depth > 20) return
    if (Array.isArray(value)) {
      for (const item of value) visit(item, key, path, entity, true, depth + 1)
    } else if (typeof value === 'object') {
      const own = idOf(value)
      for (const [field, item] of Object.entries(value)) {
        // Things are often listed by their ids.
        if (/\d/.test(field) && isOneValue(field)) add(field, key, path, entity, true)
        visit(item, field, `${path}.${field}`, own ?? entity, own === undefined && isListed, depth + 1)
      }
    } else {
      const text = String(value)
      if (isOneValue(text) || (typeof value === 'number' && text.length >= 2)) add(text, key, path, entity, isListed)
      else if (text.length <= 60 && isNamed.test(key) && text.trim() !== '') add(text, key, path, entity, isListed)
      else {
        for (const { value: one, start } of scanValues(text)) add(one, labelBefore(text, start) || key, path, '', true)
      }
    }
  }
  visit(root, '', '', '', false, 0)
  return found.map(({ path, ...one }) => ({ ...one, siblings: counts.get(path) ?? 1 }))
}

/** Returns the value that names an object: that of its first field like an id. */
function idOf(value: { readonly [key: string]: JsonValue | undefined }): string | undefined {
  for (const [key, item] of Object.entries(value)) {
    if ((typeof item === 'string' || typeof item === 'number') && idField.test(key)) return String(item)
  }
  return undefined
}
