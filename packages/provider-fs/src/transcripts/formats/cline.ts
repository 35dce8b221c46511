import { known, parsedJson } from '../../json.ts'
import type { TranscriptRequest } from '../contract/request.ts'
import type { TranscriptCompaction } from '../contract/transcript.ts'
import { anthropicParts } from '../shared/anthropic-blocks.ts'
import type { Collector } from '../shared/collect.ts'
import { type Draft, userDrafts } from '../shared/draft.ts'
import { amount, count, type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { limitParts } from '../shared/limit-part.ts'
import { entriesOf, makeView } from '../shared/make-view.ts'
import type { BesideValues, FormatDefinition, FormatReader, ReadParts } from '../shared/reader.ts'
import { usageIn, usageOfAll } from '../shared/usage.ts'

/** What Cline adds to what a person or a tool says, by its beginning. */
const written = /^<environment_details>/

interface ClineMessage {
  readonly value: Fields
  readonly line: number
}

/** Tasks of Cline, classic and 4.x. Source: cline/cline @21cb8d25, 2026-08, read on 2026-11-27. */
export const cline: FormatDefinition = {
  isMessage: (value) => text(value['role']) !== undefined && value['content'] !== undefined,
  createReader: (collector, beside): FormatReader => {
    const messages: ClineMessage[] = []
    let meta: Fields = {}
    return {
      add: (value, line) => {
        if (Array.isArray(value['messages'])) {
          meta = value
          for (const [index, one] of value['messages'].entries()) messages.push({ value: fields(one), line: index + 1 })
        } else messages.push({ value, line })
      },
      finish: () => readCline(meta, messages, beside, collector),
    }
  },
}

function readCline(
  meta: Fields,
  messages: readonly ClineMessage[],
  beside: readonly BesideValues[],
  collector: Collector,
): ReadParts {
  const drafts = messages.map((message) => draftsOf(message, collector))
  const screen = beside.find(({ name }) => name.endsWith('ui_messages.json'))?.values
  const item = beside.find(({ name }) => name.endsWith('history_item.json'))?.values[0]
  const range = rangeOf([...(screen ?? []), ...(item ? [item] : [])])
  const isNew = typeof meta['sessionId'] === 'string'
  if (!isNew && !screen) {
    collector.note('part-missing', 'Without ui_messages.json beside it, its cuts and cache writes are not known.')
  }
  const sent = makeView(windowOf(drafts, range), collector)
  const compactions: TranscriptCompaction[] = []
  if (range) {
    const cut = drafts.slice(range[0], range[1] + 1)
    const lost = entriesOf(drafts.flat(), new Set(cut.flat()))
    compactions.push({ line: range[0] + 1, kept: drafts.length - cut.length, lost, exact: true })
  }
  return known({
    id: text(meta['sessionId']) ?? text(item?.['id']),
    title: text(item?.['task']),
    window: sent.entries,
    unanswered: sent.unanswered,
    path: entriesOf(drafts.flat()),
    requests: screen ? requestsOnScreen(screen, messages) : messages.flatMap(requestOf),
    compactions,
  })
}

function draftsOf({ value, line }: ClineMessage, collector: Collector): readonly Draft[] {
  const { parts, cut } = limitParts(anthropicParts(value['content'], collector), collector.partLimit)
  const place = { lines: [line], id: text(value['id']), at: instant(value['ts']), cut }
  // Messages of other APIs look like those of Cline, but have their calls in lists beside the content.
  for (const [key, held] of Object.entries(value))
    if (key !== 'content' && Array.isArray(held) && held.length > 0) collector.strange(`field ${key}`)
  if (value['role'] === 'assistant') return [{ role: 'assistant', by: 'model', parts, ...place, model: modelOf(value) }]
  if (value['role'] !== 'user') {
    collector.strange(`role ${String(value['role'])}`)
    return []
  }
  const texts = parts.filter((part) => part.type === 'text')
  const isWritten = texts.length > 0 && texts.every((part) => written.test(part.text))
  return userDrafts(parts, { by: isWritten ? 'context' : 'person', ...place })
}

type Range = readonly [first: number, last: number]

/** Returns the newest range of messages that were cut: they stay in the file. */
function rangeOf(values: readonly Fields[]): Range | undefined {
  const ranges = values.map((value) => list(value['conversationHistoryDeletedRange']).map(count))
  const [first, last] = ranges.findLast((range) => range.length === 2) ?? []
  return first !== undefined && last !== undefined && last >= first ? [first, last] : undefined
}

/** The first two messages, then those after the cut; results at its beginning have lost their calls. */
function windowOf(drafts: readonly (readonly Draft[])[], range: Range | undefined): readonly Draft[] {
  if (!range) return drafts.flat()
  const [next = [], ...others] = drafts.slice(range[1] + 1)
  return [...drafts.slice(0, 2).flat(), ...next.filter(({ role }) => role !== 'tool'), ...others.flat()]
}

function modelOf(value: Fields): string | undefined {
  const info = fields(value['modelInfo'])
  return text(info['modelId']) ?? text(info['id'])
}

/** Classic messages count the prompt with what was read from the cache; the newer file counts all three in the input. */
function requestOf({ value, line }: ClineMessage): readonly TranscriptRequest[] {
  const metrics = fields(value['metrics'])
  const tokens = fields(metrics['tokens'])
  const all = count(metrics['inputTokens']) ?? count(tokens['prompt'])
  const output = count(metrics['outputTokens']) ?? count(tokens['completion'])
  if (all === undefined || output === undefined || all + output === 0) return []
  const cacheRead = count(metrics['cacheReadTokens']) ?? count(tokens['cached'])
  const usage = usageOfAll(all, cacheRead, output, count(metrics['cacheWriteTokens']))
  const rest = { id: text(value['id']), at: instant(value['ts']), model: modelOf(value), cost: amount(metrics['cost']) }
  return [known({ line, ...rest, purpose: 'path', usage })]
}

const screenNames = { input: 'tokensIn', cacheWrite: 'cacheWrites', cacheRead: 'cacheReads', output: 'tokensOut' }

/** The screen has each request with all four numbers, and a sum of those that were deleted. */
function requestsOnScreen(screen: readonly Fields[], messages: readonly ClineMessage[]): readonly TranscriptRequest[] {
  let newest = messages.map(({ value }) => modelOf(value)).find((model) => model !== undefined)
  return screen.flatMap((one, index): readonly TranscriptRequest[] => {
    newest = modelOf(one) ?? newest
    const { say } = one
    if (say !== 'api_req_started' && say !== 'deleted_api_reqs') return []
    const held = fields(parsedJson(text(one['text']) ?? ''))
    const usage = usageIn(held, screenNames)
    if (!usage) return []
    const purpose = say === 'api_req_started' ? 'path' : 'abandoned'
    const rest = { line: index + 1, at: instant(one['ts']), model: newest, cost: amount(held['cost']) }
    return [known({ ...rest, purpose, usage })]
  })
}
