import type { Message, Part } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { labelOf, messageValues, type SaidValue } from '../digest/message-values.ts'
import { cleanValue } from '../digest/render-entries.ts'
import { cleanLine } from '../plain-text.ts'
import type { MessageRange, SummaryLine } from './contract.ts'
import { joinRanges, newestOf } from './ranges.ts'
import { type Omit, partsOfSecrets, withoutSecrets } from './secrets.ts'

/** The most fields of things, and other values, that are taken of one message of a tool. */
const most = { fields: 300, values: 100 }

/** The most characters of the name of a field. */
const longestLabel = 100

/** The most values of a field before the present one. */
const mostBefore = 3

/** A value of a tool, or a file of a call. */
interface Value {
  readonly section: 'values' | 'files'
  /** What it is of: a thing and its field, or a file; '' if a later message cannot replace it. */
  readonly label: string
  /** The present value, those before it, or all that was done to a file. */
  readonly texts: readonly string[]
  readonly sources: readonly MessageRange[]
}

/** Values that later ones replace. */
export interface ValueCollection {
  /** Adds what a message has: fields of results, and files of calls. */
  add(message: Message, place: MessageRange): void
  /** Adds a line of a summary before. */
  keep(line: SummaryLine): void
  /** Fields of things before other values, the newest first. */
  lines(): readonly SummaryLine[]
}

/** Collects values of tools, oldest first: `EHG42 status = confirmed (was pending)`, and files with the tools that had them. */
export function collectValues(omit: Omit): ValueCollection {
  const values = new Map<string, Value>()
  const isPart = partsOfSecrets(omit)
  const put = (value: Value): void => {
    const key = `${value.section} ${value.label || value.texts[0]}`
    const known = values.get(key)
    const texts = [...value.texts, ...(known?.texts ?? []).filter((one) => !value.texts.includes(one))]
    const isChanged = known && value.section === 'values' && known.texts[0] !== value.texts[0]
    const sources = known && !isChanged ? joinRanges(known.sources, value.sources) : value.sources
    values.set(key, { ...value, texts: texts.slice(0, mostBefore + 1), sources })
  }
  return {
    add: (message, place) => {
      const sources = [place]
      let { fields, values: others } = most
      const said = message.role === 'tool' ? messageValues(message) : []
      const isSecret = (one: SaidValue): boolean =>
        omit(one.value, labelOf(one)) || isPart(one) || withoutSecrets(one.value, omit) !== one.value
      const secrets = new Set(said.filter(isSecret).map(({ value }) => value))
      for (const one of said) {
        const [value, own] = [cleanFact(one.value), labelFor(one)]
        if (value === '' || secrets.has(one.value) || omit(one.value, own)) continue
        // A thing may be named by what is left out.
        const label = own.split(' ').some((word) => secrets.has(word)) ? cleanFact(labelOf(one)) : own
        if (omit(label, '')) continue
        const isShort = label.length <= longestLabel
        const isField = one.of !== undefined && isShort && label === own
        if (isField && fields-- > 0) put({ section: 'values', label, texts: [value], sources })
        else if (others-- > 0) {
          const text = label === '' || !isShort ? value : `${label}: ${value}`
          put({ section: 'values', label: '', texts: [text], sources })
        }
      }
      for (const [path, tool] of filesOf(message)) put({ section: 'files', label: path, texts: [tool], sources })
    },
    keep: ({ section, text, sources }) => {
      if (section === 'files') {
        const [, path = text, tools] = /^(\S+): (.*)$/.exec(text) ?? []
        put({ section, label: path, texts: tools?.split(', ').reverse() ?? [], sources })
      } else {
        const { label, now, before } = fieldOf(text)
        put({ section: 'values', label, texts: [now, ...before], sources })
      }
    },
    lines: () =>
      [...values.values()]
        .map((one) => ({ line: lineOf(one), isField: one.label !== '' }))
        .sort((a, b) => Number(b.isField) - Number(a.isField) || newestOf(b.line.sources) - newestOf(a.line.sources))
        .map(({ line }) => line),
  }
}

/** Reads what `lineOf` writes for a value: `label = now (was before, before)`, or the value alone. */
export function fieldOf(text: string): {
  readonly label: string
  readonly now: string
  readonly before: readonly string[]
} {
  const start = text.indexOf(' = ')
  if (start <= 0) return { label: '', now: text, before: [] }
  const [label, rest] = [text.slice(0, start), text.slice(start + 3)]
  const end = rest.endsWith(')') ? rest.lastIndexOf(' (was ') : -1
  if (end < 0) return { label, now: rest, before: [] }
  return { label, now: rest.slice(0, end), before: rest.slice(end + ' (was '.length, -1).split(', ') }
}

function lineOf({ section, label, texts, sources }: Value): SummaryLine {
  const [now = '', ...before] = texts
  if (section === 'files') {
    return { section, text: texts.length === 0 ? label : `${label}: ${[...texts].reverse().join(', ')}`, sources }
  }
  const was = label !== '' && before.length > 0 ? ` (was ${before.join(', ')})` : ''
  return { section, text: label === '' ? now : `${label} = ${now}${was}`, sources }
}

/** The files that the calls of a message name, by the form of a path, each with the tool that gets it. */
function filesOf({ content }: Message): readonly (readonly [string, string])[] {
  if (typeof content === 'string') return []
  return (content as readonly Part[]).flatMap((part) => {
    if (part.type !== 'tool-call' || !isObject(part.input)) return []
    const paths = Object.values(part.input).filter((one): one is string => typeof one === 'string' && isPath(one))
    return paths.map((path) => [cleanLine(path), cleanFact(part.toolName).replaceAll(',', ' ')] as const)
  })
}

function isPath(text: string): boolean {
  return text.length <= 200 && /^[\w@.-]*(?:\/[\w@.-]+)+$|^[\w-]+\.[a-z]\w{0,9}$/i.test(text) && /[a-z]/i.test(text)
}

/** What a value is of: thing and field, each word once; or the words before it. */
function labelFor(one: SaidValue): string {
  const label = cleanFact(one.of ?? labelOf(one)).replace(/[^\p{L}\p{N}_ .@/-]+/gu, ' ')
  return [...new Set(label.trim().split(' '))].join(' ')
}

/** Nothing in a fact can look like the end of it, or like what is between a field and its value. */
function cleanFact(text: string): string {
  return cleanValue(text).replace(/ = /g, ' ')
}
