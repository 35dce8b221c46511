import { dollars } from '@lamella/core/plugin'
import type { Transcript } from '@lamella/provider-fs/transcripts'
import type { Palette } from '../palette.ts'
import { plain } from '../plain.ts'
import { table } from '../text/table.ts'
import { shorten } from '../text/width.ts'
import { counted, grouped, minute } from '../text/words.ts'
import { type CostSum, sumOf, windowOf } from './costs.ts'
import { programNames } from './names.ts'
import { shownOf, type TranscriptFile } from './transcript-files.ts'

/** A session in a list. */
export interface SessionRow {
  readonly file: string
  readonly program: string
  readonly id?: string
  readonly title: string
  readonly bytes: number
  /** When the file was last written, as an ISO 8601 instant. */
  readonly written: string
  readonly sum: CostSum
  /** What the last request on the path held. */
  readonly window?: number
  readonly compactions: number
  readonly damaged: number
}

/** The most columns of a title. */
const titleWidth = 40

export function sessionRow({ path, bytes, written }: TranscriptFile, session: Transcript): SessionRow {
  const { id, title, requests, compactions, notes } = session
  const last = requests.findLast(({ purpose }) => purpose === 'path')
  return {
    file: path,
    program: programNames[session.format],
    ...(id !== undefined && { id }),
    title: title ?? firstQuestion(session) ?? id ?? path,
    bytes,
    written: written.toISOString(),
    sum: sumOf(requests),
    ...(last && { window: windowOf(last) }),
    compactions: compactions.length,
    damaged: notes.filter(({ code }) => code === 'line-damaged').length,
  }
}

function firstQuestion(session: Transcript): string | undefined {
  const content = shownOf(session).find(({ by }) => by === 'person')?.message.content
  if (typeof content === 'string') return content.slice(0, titleWidth * 4)
  const [first] = content ?? []
  return first?.type === 'text' ? first.text.slice(0, titleWidth * 4) : undefined
}

/** Formats a size: `6.1 KB`, `120 MB`. */
export function size(bytes: number): string {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'KB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${value < 100 ? value.toFixed(1) : grouped(Math.round(value))} ${unit}`
}

/** Formats the sessions of a folder: the newest last, where a terminal shows it. */
export function listText(rows: readonly SessionRow[], { bold, dim }: Palette): string {
  const sorted = rows.toSorted((one, other) => (one.written < other.written ? -1 : 1))
  const total = rows.reduce((sum, { sum: { cost } }) => sum + cost, 0)
  const unpriced = new Set(rows.flatMap(({ sum }) => sum.unpriced))
  const lines = table('lllrrrrr', [
    ['written', 'program', 'session', 'size', 'requests', 'window', 'cuts', 'cost'],
    ...sorted.map(({ written, program, title, bytes, sum, window, compactions }) => [
      minute(written),
      program,
      shorten(plain(title).replace(/ {2,}/g, ' ').trim(), titleWidth),
      size(bytes),
      grouped(sum.requests),
      window === undefined ? '-' : grouped(window),
      compactions === 0 ? '-' : grouped(compactions),
      costText(sum),
    ]),
  ])
  const [head = '', ...others] = lines
  const unknown = [...unpriced].map((model) => (model === '' ? 'requests that name no model' : plain(model)))
  return `${[
    bold(`${counted(rows.length, 'session')}, ${dollars(total)}`),
    '',
    dim(head),
    ...others,
    ...(unknown.length > 0 ? ['', dim(`No price is known for ${unknown.join(', ')}.`)] : []),
  ].join('\n')}\n`
}

/** Formats a cost; with a plus if it is not all. */
export function costText({ requests, cost, unpriced }: CostSum): string {
  if (requests === 0) return '-'
  if (unpriced.length === 0) return dollars(cost)
  return cost > 0 ? `${dollars(cost)}+` : 'unknown'
}
