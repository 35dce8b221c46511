import type { ToolDefinition } from '@lamella/core'
import { known } from '../../json.ts'
import type { RequestPurpose, TranscriptRequest } from '../contract/request.ts'
import type { TranscriptCompaction } from '../contract/transcript.ts'
import { type Collector, unheard } from '../shared/collect.ts'
import type { Draft } from '../shared/draft.ts'
import { amount, count, type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { branchesOf, leftChains } from '../shared/left-chains.ts'
import { entriesOf, makeView } from '../shared/make-view.ts'
import { textParts } from '../shared/parts.ts'
import { type FormatDefinition, type FormatReader, type ReadParts, toolOf } from '../shared/reader.ts'
import { usageIn } from '../shared/usage.ts'
import { draftOfEntry, isSent, type PiEntry, saidTypes, silentTypes } from './entry.ts'

/** Sessions of pi, versions 1 to 3. Source: earendil-works pi-coding-agent 1.6.0, read on 2026-11-27. */
export const pi: FormatDefinition = {
  createReader: (collector): FormatReader => {
    const entries = new Map<string, PiEntry>()
    let header: Fields = {}
    let last: string | undefined
    let length = 0

    return {
      add: (value, line) => {
        const type = text(value['type']) ?? ''
        if (type === 'session') {
          header = Object.keys(header).length === 0 ? value : header
          return
        }
        length++
        const id = text(value['id']) ?? `entry ${length}`
        // In version 1 each entry follows the one before.
        const parent = text(value['id']) === undefined ? last : text(value['parentId'])
        const index = entries.get(id)?.index ?? length
        entries.set(id, { id, parent, line, index, type, value })
        last = id
        if (silentTypes.includes(type)) collector.skip(type)
        else if (!saidTypes.includes(type)) collector.strange(type || 'line without a type')
      },
      finish: () => readPi(header, entries, last, collector),
    }
  },
}

type Entries = ReadonlyMap<string, PiEntry>

function readPi(header: Fields, entries: Entries, last: string | undefined, collector: Collector): ReadParts {
  const quiet: Collector = { ...collector, ...unheard }
  const { chain, gap } = chainTo(entries, last, collector)
  const sentChain = chain.slice(gap)
  const at = sentChain.findLastIndex(({ type }) => type === 'compaction')
  const edits = editsOf(sentChain)
  const sent = makeView(windowOf(sentChain, at, edits, quiet), collector)
  const onPath = new Set(chain.map(({ id }) => id))
  const draftsOf = (chain: readonly PiEntry[], of: Collector): readonly Draft[] =>
    chain.flatMap((entry) => draftOfEntry(entry, of) ?? [])
  const all = [...entries.values()]
  const left = new Map([...entries].filter(([id]) => !onPath.has(id)))
  const isSaid = ({ type }: PiEntry): boolean => saidTypes.includes(type)
  const branches = branchesOf(
    leftChains(left, ({ parent }) => parent, isSaid),
    (chain) => draftsOf(chain, quiet),
    (id) => entries.get(id)?.line,
  )
  const prompt = promptAt(sentChain, at)
  const names = all.filter(({ type }) => type === 'session_info').map(({ value }) => text(value['name']))
  return known({
    id: text(header['id']),
    title: names.findLast((name) => name !== undefined),
    cwd: text(header['cwd']),
    version: header['version'] === undefined ? '1' : String(header['version']),
    forkedFrom: text(header['parentSession']),
    window: sent.entries,
    path: entriesOf(draftsOf(chain, collector)),
    unanswered: sent.unanswered,
    branches,
    requests: requestsOf(all, onPath),
    compactions: compactionsOf(sentChain, quiet),
    system: prompt?.sections,
    tools: prompt?.tools,
  })
}

/** Returns the entries up to the last one of the file, and where a parent was missing. */
function chainTo(
  entries: Entries,
  last: string | undefined,
  collector: Collector,
): { readonly chain: readonly PiEntry[]; readonly gap: number } {
  const ordered = [...entries.values()]
  const seen = new Set<string>()
  const chain: PiEntry[] = []
  let afterGap = 0
  let node = last === undefined ? undefined : entries.get(last)
  while (node) {
    const { id, parent, line, index }: PiEntry = node
    if (seen.has(id)) {
      collector.note('cycle', 'Entries name each other as parents; the session is read up to there.', line)
      break
    }
    seen.add(id)
    chain.push(node)
    node = parent === undefined ? undefined : entries.get(parent)
    if (node || parent === undefined) continue
    collector.note(
      'gap',
      'The entry names a parent that is not in the file; the session goes on with the one before.',
      line,
    )
    afterGap ||= chain.length
    node = ordered.findLast((one) => one.index < index && !seen.has(one.id))
  }
  chain.reverse()
  return { chain, gap: afterGap === 0 ? 0 : chain.length - afterGap }
}

/** The newest edit of an entry on the chain counts; `null` leaves the entry out. */
function editsOf(chain: readonly PiEntry[]): ReadonlyMap<string, unknown> {
  const edits = new Map<string, unknown>()
  for (const { type, value } of chain) {
    if (type === 'context_edit') edits.set(String(value['targetId']), value['replacement'] ?? null)
  }
  return edits
}

const isSystem = ({ type, value }: PiEntry): boolean =>
  type === 'message' && fields(value['message'])['role'] === 'system'

/** Returns what the next request holds: the prompt, the newest summary, what it keeps, and all after it. */
function windowOf(
  chain: readonly PiEntry[],
  at: number,
  edits: ReadonlyMap<string, unknown>,
  collector: Collector,
): readonly Draft[] {
  const prompt = promptAt(chain, at)
  const [line = 0] = chain.filter((entry) => isSystem(entry) || entry.type === 'compaction').map(({ line }) => line)
  const parts = textParts(prompt?.sections.join('\n\n'))
  const system: Draft = { role: 'system', parts, by: 'context', lines: [line] }
  const summary = chain.slice(Math.max(0, at), at + 1)
  const entries = [...summary, ...keptBy(chain, at), ...chain.slice(at + 1)]
  const drafts = entries.flatMap((entry): readonly Draft[] => {
    const isOld = entry.type === 'compaction' && entry !== chain[at]
    if (isOld || !isSent(entry)) return []
    const edit = edits.get(entry.id)
    const draft = edit === null ? undefined : draftOfEntry(entry, collector, fields(edit)['content'])
    return draft ? [draft] : []
  })
  return parts.length === 0 ? drafts : [system, ...drafts]
}

/** Returns the entries before a compaction that it keeps. */
function keptBy(chain: readonly PiEntry[], at: number): readonly PiEntry[] {
  const compaction = chain[at]
  if (!compaction) return []
  const { firstKeptEntryId: id, firstKeptEntryIndex: place } = compaction.value
  const first = chain.findIndex((entry) => (typeof id === 'string' ? entry.id === id : entry.index === place))
  return first === -1 ? [] : chain.slice(first, at).filter((entry) => !isSystem(entry))
}

function promptAt(chain: readonly PiEntry[], at: number): ReturnType<typeof replayPrompt> {
  const messages = (entries: readonly PiEntry[]): readonly Fields[] =>
    entries.filter(isSystem).map(({ value }) => fields(value['message']))
  const own = chain[at]?.value['systemMessage']
  return replayPrompt(own === undefined ? messages(chain) : [fields(own), ...messages(chain.slice(at + 1))])
}

function compactionsOf(chain: readonly PiEntry[], collector: Collector): readonly TranscriptCompaction[] {
  return chain.flatMap((entry, at): readonly TranscriptCompaction[] => {
    if (entry.type !== 'compaction') return []
    const { line, value } = entry
    const earlier = chain.slice(0, at).findLastIndex(({ type }) => type === 'compaction')
    const held = windowOf(chain.slice(0, at), earlier, new Map(), collector).filter(({ by }) => by !== 'context')
    const keptIds = new Set(keptBy(chain, at).map(({ id }) => id))
    const isKept = ({ id }: { readonly id?: string | undefined }): boolean => id !== undefined && keptIds.has(id)
    const entries = entriesOf(held)
    return [
      known({
        line,
        at: instant(value['timestamp']),
        before: count(value['tokensBefore']),
        kept: entries.filter(isKept).length,
        lost: entries.filter((one) => !isKept(one)),
        summary: text(value['summary']),
        exact: true,
      }),
    ]
  })
}

/** The system prompt and the tools at a point of a session. */
interface PiPrompt {
  readonly sections: readonly string[]
  readonly tools: readonly ToolDefinition[]
}

/**
 * Replays the system messages of a chain: each sets sections by name, or removes them with `null`, and adds and removes
 * tools. `undefined` if there is none: sessions before version 3 have neither.
 */
function replayPrompt(messages: readonly Fields[]): PiPrompt | undefined {
  if (messages.length === 0) return undefined
  const sections = new Map<string, string>()
  const tools = new Map<string, ToolDefinition>()
  for (const message of messages) {
    const content = text(message['content'])
    if (content !== undefined) sections.set('', content)
    for (const [name, section] of Object.entries(fields(message['sections']))) {
      if (section === null) sections.delete(name)
      else if (typeof section === 'string') sections.set(name, section)
    }
    for (const one of list(message['toolsRemoved'])) tools.delete(text(one) ?? String(fields(one)['name']))
    for (const one of list(message['toolsAdded']).map(fields)) {
      for (const tool of toolOf(one, fields(one['parameters']))) tools.set(tool.name, tool)
    }
  }
  return { sections: [...sections.values()], tools: [...tools.values()] }
}

/** Returns what each entry used: answers, but also compactions, summaries of branches, warmings and models inside tools. */
function requestsOf(entries: readonly PiEntry[], onPath: ReadonlySet<string>): readonly TranscriptRequest[] {
  let newest: string | undefined
  return entries.flatMap(({ id, line, type, value }) => {
    const message = fields(value['message'])
    const isAnswer = type === 'message' && message['role'] === 'assistant'
    const own = isAnswer ? (text(message['responseModel']) ?? text(message['model'])) : undefined
    newest = text(value['modelId']) ?? own ?? newest
    const used = fields(type === 'message' ? message['usage'] : value['usage'])
    const usage = usageOf(used)
    if (!usage) return []
    const model = isAnswer ? own : (text(value['model']) ?? newest)
    const beside: RequestPurpose = type === 'compaction' ? type : 'side'
    const purpose: RequestPurpose = isAnswer ? (onPath.has(id) ? 'path' : 'abandoned') : beside
    const cost = amount(fields(used['cost'])['total'])
    return [known({ line, id, at: instant(value['timestamp']), model, purpose, usage, cost })]
  })
}

const names = { input: 'input', cacheRead: 'cacheRead', cacheWrite: 'cacheWrite', output: 'output' }

function usageOf(numbers: Fields): TranscriptRequest['usage'] | undefined {
  const usage = usageIn(numbers, names)
  const hour = count(numbers['cacheWrite1h']) ?? 0
  return usage && hour > 0 ? { ...usage, writes: { '1h': hour } } : usage
}
