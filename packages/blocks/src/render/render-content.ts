import type { JsonValue } from '@lamella/core'
import { isObject, seenText } from '@lamella/core/plugin'
import { badValue } from '../document/check-value.ts'
import type { BlockContent, ListContent, LogContent, MapContent, PartContent } from '../document/content.ts'
import type { BlockSchema, LogSchema, MapSchema, PartSchema, Viewport } from '../schema/block-schema.ts'

/**
 * Renders the content of a block for the model, without the tag, in the formats of the reference implementation
 * (Pattern). Continuation lines of a field, item or entry are indented, so that they cannot look like the next one.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID` for content of another schema
 */
export function renderContent(schema: BlockSchema, content: BlockContent): string {
  if (schema.type !== 'composite') return renderPart(schema, content as PartContent)
  if (content.type !== 'composite') throw badValue('content', 'has no sections, but the schema is composite')
  const contents = new Map(content.sections)
  const parts = schema.sections.flatMap(({ name, readOnly = false, schema: part }) => {
    const header = `=== ${name}${mark(readOnly)} ===`
    const text = contents.get(name)
    const body = text === undefined ? '' : renderPart(part, text)
    // Fields and items start with a name or a number, but a line of a text or an entry may look like a header.
    const mayHaveHeaders = part.type === 'text' || part.type === 'log'
    return body === '' ? [header] : [header, mayHaveHeaders ? escapeHeaders(body) : body]
  })
  return parts.join('\n\n')
}

function renderPart(schema: PartSchema, content: PartContent): string {
  if (content.type === 'text' && schema.type === 'text') return renderText(content.text, schema.viewport)
  if (content.type === 'map' && schema.type === 'map') return renderMap(schema, content)
  if (content.type === 'list' && schema.type === 'list') return renderList(content, schema.maxItems)
  if (content.type === 'log' && schema.type === 'log') return renderLog(schema, content)
  throw badValue('content', `has the type ${content.type}, but the schema has ${schema.type}`)
}

function renderText(text: string, viewport: Viewport | undefined): string {
  if (viewport === undefined) return text
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  const { startLine, displayLines } = viewport
  const start = startLine - 1
  if (start >= lines.length) {
    return `[Viewport: lines ${startLine}-${start + displayLines} of ${lines.length} (past end of content)]`
  }
  const end = Math.min(start + displayLines, lines.length)
  return [`[Showing lines ${startLine}-${end} of ${lines.length}]`, ...lines.slice(start, end)].join('\n')
}

function renderMap(schema: MapSchema, { fields, leftOut }: MapContent): string {
  const values = new Map(fields)
  const lines = schema.fields.flatMap(({ name, readOnly = false }) => {
    const value = values.get(name)
    const head = `${name}${mark(readOnly)}:`
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    if (!Array.isArray(value)) return [indented(`${head} ${oneValue(value)}`)]
    return [head, ...(value as readonly JsonValue[]).map((item) => indented(`- ${oneValue(item)}`))]
  })
  return [...lines, ...leftOutLine(leftOut)].join('\n')
}

function renderList({ items, over, leftOut }: ListContent, maxItems: number | undefined): string {
  const lines = items.map((item, index) => indented(renderItem(item, index)))
  const more = over === 0 ? [] : [`[${over} more beyond the limit of ${maxItems ?? items.length}]`]
  return [...lines, ...more, ...leftOutLine(leftOut)].join('\n')
}

/** A task has a check box; other items have a number. */
function renderItem(item: JsonValue, index: number): string {
  if (!isObject(item)) return `${index + 1}. ${oneValue(item)}`
  const key = ['done', 'completed'].find((one) => Object.hasOwn(item, one) && typeof item[one] === 'boolean')
  const rest = Object.entries(item).filter(([one]) => one !== key) as readonly (readonly [string, JsonValue])[]
  const head = key === undefined ? `${index + 1}.` : item[key] === true ? '[x]' : '[ ]'
  return [head, renderFields(rest)].filter((part) => part !== '').join(' ')
}

/** A single field is shown without its name. */
function renderFields(fields: readonly (readonly [string, JsonValue])[]): string {
  if (fields.length === 1) return oneValue(fields[0]?.[1] ?? null)
  return fields.map(([name, value]) => `${name}: ${oneValue(value)}`).join(', ')
}

function renderLog({ entry }: LogSchema, { entries, leftOut }: LogContent): string {
  const lines = entries.map((one) => {
    const values = entry.fields.flatMap(({ name }) => (Object.hasOwn(one, name) ? [oneValue(one[name] ?? null)] : []))
    const when = entry.timestamp === true && one['timestamp'] !== undefined ? [`[${oneValue(one['timestamp'])}]`] : []
    const who = entry.agent === true && one['agent'] !== undefined ? [`(${oneValue(one['agent'])})`] : []
    return indented([...when, ...who, ...values].join(' '))
  })
  return [...lines, ...leftOutLine(leftOut)].join('\n')
}

function leftOutLine(leftOut: number): readonly string[] {
  if (leftOut === 0) return []
  return [
    `[${leftOut} ${leftOut === 1 ? 'value does' : 'values do'} not match the schema and ${leftOut === 1 ? 'is' : 'are'} left out]`,
  ]
}

function mark(readOnly: boolean): string {
  return readOnly ? ' [read-only]' : ''
}

/** Two ways to find lines: some readers treat a control character as the end of a line, others do not see it. */
const lines = [/[^\p{Cc}\p{Zl}\p{Zp}]+/gu, /[^\n]+/g]

/** Puts a backslash before each line that looks like the header of a section. */
function escapeHeaders(text: string): string {
  if (!text.includes('=')) return text
  return lines.reduce((all, line) => all.replace(line, (one) => (isHeader(one) ? `\\${one}` : one)), text)
}

function isHeader(line: string): boolean {
  const seen = line.includes('=') ? seenText(line) : ''
  return seen.length >= 6 && seen.startsWith('===') && seen.endsWith('===')
}

/** Renders a value on one line: texts without quotes, lists in brackets, objects in braces. */
function oneValue(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(oneValue).join(', ')}]`
  if (!isObject(value)) return String(value)
  const pairs = Object.entries(value).map(([key, one]) => `${key}: ${oneValue(one as JsonValue)}`)
  return `{${pairs.join(', ')}}`
}

/**
 * Indents the lines after the first. Every control character except the tab counts as a line break, because some
 * readers treat it as one.
 */
function indented(text: string): string {
  return text.replace(/\r\n|[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/gu, '\n  ')
}
