import { dollars } from '@lamella/core/plugin'
import { cacheMisses, lostValueLines, type Transcript, type TranscriptRequest } from '@lamella/provider-fs/transcripts'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { createTokenEstimator } from '@lamella/wire/measure'
import type { Palette } from '../palette.ts'
import { plain } from '../plain.ts'
import { table } from '../text/table.ts'
import { counted, firstOf, grouped, minute } from '../text/words.ts'
import { limitOf, missCost, requestCost, sumOf, windowOf } from './costs.ts'
import { noteTexts } from './transcript-files.ts'
import { windowParts } from './window-parts.ts'
import { costText, type SessionRow, size } from './write-list.ts'

type Lines = readonly string[]

/** Formats a session: its requests, what fills its window, cache misses, and what compactions lost. */
export async function sessionText(session: Transcript, row: SessionRow, palette: Palette): Promise<string> {
  const { bold, dim } = palette
  const { count } = heuristic()
  const sections: readonly (readonly [title: string, lines: Lines])[] = [
    ['What fills the window', fillLines(session)],
    ['Requests', requestLines(session)],
    ['Cache misses', missLines(session)],
    ['Compactions', await compactionLines(session, count)],
    ['Beside it', besideLines(session)],
    ['Not known', unknownLines(session)],
    ['Notes', noteLines(session)],
  ]
  return `${[
    bold(plain(row.title)),
    dim([row.program, row.id ?? '', size(row.bytes), minute(row.written)].filter(Boolean).join(' · ')),
    `${counted(row.sum.requests, 'request')}, ${costText(row.sum)}`,
    ...sections.flatMap(([title, lines]) => (lines.length > 0 ? ['', bold(title), ...lines] : [])),
  ].join('\n')}\n`
}

const names = {
  person: 'what people said',
  answer: 'answers',
  reasoning: 'thinking',
  call: 'calls',
  result: 'results',
  media: 'images and files',
  program: 'what the program wrote',
  context: 'instructions and surroundings',
  summary: 'summaries',
} as const

function fillLines({ window, requests }: Transcript): Lines {
  if (window.length === 0) return []
  const { estimateMessage } = createTokenEstimator(heuristic())
  const parts = windowParts(window, estimateMessage)
  const estimated = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const last = requests.findLast(({ purpose }) => purpose === 'path')
  const held = last ? windowOf(last) + last.usage.output : 0
  const rest = held - estimated
  const share = (tokens: number): string => `${((100 * tokens) / Math.max(held, estimated, 1)).toFixed(1)} %`
  const rows = parts.map(({ kind, tool, count, tokens, largest }) => [
    tool === undefined ? names[kind] : `${names[kind]} of ${plain(tool)}`,
    grouped(count),
    grouped(tokens),
    share(tokens),
    count > 1 ? `${grouped(largest.tokens)} (line ${largest.line})` : `line ${largest.line}`,
  ])
  if (rest > 0) rows.push(['system prompt, tools, and what is not counted', '', grouped(rest), share(rest), ''])
  return [...table('lrrrl', [['', 'parts', 'tokens', 'share', 'largest'], ...rows]), 'Tokens are estimated.']
}

/** The most requests in a report. */
const mostRequests = 100

const bars = '▁▂▃▄▅▆▇█'

function requestLines({ requests, limit }: Transcript): Lines {
  if (requests.length === 0) return []
  const most = requests.reduce((most, request) => Math.max(most, windowOf(request)), 0)
  const bar = (request: TranscriptRequest): string =>
    bars[Math.floor((windowOf(request) / (most + 1)) * bars.length)] ?? ''
  const of = limit ?? limitOf(requests.findLast(({ purpose }) => purpose === 'path')?.model)
  const rows = requests.slice(-mostRequests).map((request) => {
    const { line, at, model = '', purpose, usage, uncertain } = request
    const cost = requestCost(request)
    return [
      `${line}`,
      minute(at),
      purpose + (uncertain ? '?' : ''),
      plain(model),
      bar(request),
      grouped(windowOf(request)),
      of === undefined ? '-' : `${((100 * windowOf(request)) / of).toFixed(0)} %`,
      grouped(usage.cacheRead),
      usage.cacheWrite === undefined ? '-' : grouped(usage.cacheWrite),
      grouped(usage.input),
      grouped(usage.output),
      cost ? dollars(cost.total) : '-',
    ]
  })
  const head = ['line', 'time', 'for', 'model', '', 'window', 'used', 'cached', 'written', 'new', 'output', 'cost']
  const earlier = requests.length - rows.length
  const lines = table('rlllcrrrrrrr', [head, ...rows])
  return earlier > 0 ? [...lines, `${counted(earlier, 'earlier request')}: --json has all.`] : lines
}

const causes = {
  compaction: 'a compaction',
  model: 'another model',
  shape: 'changed system prompt or tools',
  history: 'a message before the end changed',
  pause: 'a pause longer than the cache',
  unknown: 'not shown by the file',
} as const

/** The most cache misses in a report: the most expensive ones. */
const mostMisses = 20

function missLines(session: Transcript): Lines {
  const misses = cacheMisses(session)
  if (misses.length === 0) return []
  const worst = misses.toSorted((one, other) => other.again - one.again).slice(0, mostMisses)
  const rows = worst.map((miss) => {
    const { request, missed, again, cause, pause } = miss
    const cost = missCost(miss)
    const why =
      cause === 'pause' && pause !== undefined ? `${causes.pause} (${Math.round(pause / 60_000)} min)` : causes[cause]
    return [`${request.line}`, grouped(missed), grouped(again), cost === undefined ? '-' : dollars(cost), why]
  })
  const total = misses.reduce((sum, miss) => sum + (missCost(miss) ?? 0), 0)
  const lines = table('rrrrl', [['line', 'not read', 'sent again', 'cost more', 'cause'], ...rows])
  return [
    ...lines,
    `${misses.length > rows.length ? 'In all ' : ''}${counted(misses.length, 'miss', 'misses')}, ${dollars(total)} more than reading from the cache.`,
  ]
}

async function compactionLines(session: Transcript, count: (text: string) => number): Promise<Lines> {
  const lines: string[] = []
  for (const compaction of session.compactions) {
    const { line, trigger, before, after, kept, lost } = compaction
    const tokens =
      before === undefined ? '' : `, ${grouped(before)} tokens${after === undefined ? '' : ` to ${grouped(after)}`}`
    const what = trigger === undefined ? '' : ` (${plain(trigger)})`
    lines.push(
      `line ${line}${what}${tokens}: ${counted(kept, 'message')} kept, ${counted(lost.length, 'message')} lost`,
    )
    const values = await lostValueLines(compaction, session, count)
    if (values.length > 0) lines.push('  The digest of Lamella would have kept, which the summary does not say:')
    for (const value of values) lines.push(`  ${plain(value).replace(/^#(\d+)/, 'line $1:')}`)
  }
  return lines
}

function besideLines({ branches, subagents, requests }: Transcript): Lines {
  const cost = (purpose: TranscriptRequest['purpose']): string => {
    const own = requests.filter((one) => one.purpose === purpose)
    return own.length === 0 ? '' : `, ${counted(own.length, 'request')}, ${costText(sumOf(own))}`
  }
  return [
    ...(branches.length > 0
      ? [`${counted(branches.length, 'abandoned branch', 'abandoned branches')}${cost('abandoned')}`]
      : []),
    ...(subagents.length > 0 ? [`${counted(subagents.length, 'sub-agent')}${cost('subagent')}`] : []),
  ]
}

function unknownLines({ system, tools, exact, requests }: Transcript): Lines {
  const proven = exact.filter((one) => one.proven).length
  if (exact.length > 0) return [`${proven} of ${exact.length} requests are proven by the hashes of the file.`]
  const missing = [...(system ? [] : ['the system prompt']), ...(tools ? [] : ['the tool definitions'])]
  if (missing.length === 0 || requests.length === 0) return []
  return [`The file does not have ${missing.join(' and ')}: requests are rebuilt without.`]
}

function noteLines(session: Transcript): Lines {
  const { unanswered, unknown } = session
  const strange = Object.entries(unknown).map(
    ([type, count]) => `${counted(count, 'line or part', 'lines or parts')} of the unknown type ${type}`,
  )
  const open = `${counted(unanswered.length, 'call')} without a result: ${firstOf(unanswered).join(', ')}`
  return [...noteTexts(session), ...(unanswered.length > 0 ? [open] : []), ...firstOf(strange)].map(plain)
}
