import { known } from '../../json.ts'
import type { TranscriptBranch, TranscriptCompaction } from '../contract/transcript.ts'
import type { Draft } from '../shared/draft.ts'
import { count, type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { entriesOf, makeView } from '../shared/make-view.ts'
import { textParts } from '../shared/parts.ts'
import { type FormatDefinition, type FormatReader, type ReadParts, toolOf } from '../shared/reader.ts'
import { draftOfItem } from './items.ts'
import { type CountedAnswer, countOf, newAnswers, recordOf, requestsOf } from './usage.ts'

/** Lines that are not part of the conversation. */
const silentLines = [
  'world_state',
  'retained_context',
  'security_risk_score',
  'inter_agent_communication_metadata',
  'agent_response_observation',
  'realtime_item',
]

/** Rollouts of Codex. Source: openai/codex, versions of 2026-01 to 2026-11, read on 2026-11-30. */
export const codex: FormatDefinition = {
  createReader: (collector, beside): FormatReader => {
    const metas: Fields[] = []
    const answers: CountedAnswer[] = []
    const branches: TranscriptBranch[] = []
    const compactions: TranscriptCompaction[] = []
    const abandoned = new Set<number>()
    let path: Draft[] = []
    let window: Draft[] = []
    let model: string | undefined
    let limit: number | undefined
    let start: string | undefined
    let asked: string | undefined

    function add(value: Fields, line: number): void {
      const at = instant(value['timestamp'])
      start ??= at
      const payload = fields(value['payload'])
      switch (value['type']) {
        case 'session_meta':
          metas.push(payload)
          return
        case 'turn_context':
          model = text(payload['model']) ?? model
          return
        case 'response_item':
          take(payload, line, at)
          return
        case 'compacted':
          compact(payload, line, at)
          return
        case 'event_msg':
          event(payload, line, at)
          return
        case 'inter_agent_communication':
          take({ ...payload, type: 'agent_message' }, line, at)
          return
        case 'token_usage_record': {
          const used = recordOf(payload)
          if (used) answers.push({ line, at, asked, model, ...used })
          return
        }
      }
      addOld(value, line, at)
    }

    /** Before 2025-09 the first line was the meta itself, and items followed without a wrapper. */
    function addOld(value: Fields, line: number, at: string | undefined): void {
      if (value['type'] === undefined && text(value['id']) !== undefined) metas.push(value)
      else if (value['record_type'] !== undefined) collector.skip(`record ${String(value['record_type'])}`)
      else if (silentLines.includes(text(value['type']) ?? '')) collector.skip(String(value['type']))
      else if ('payload' in value || value['type'] === undefined) {
        collector.strange(text(value['type']) ?? 'line without a type')
      } else take(value, line, at)
    }

    function take(item: Fields, line: number, at: string | undefined): void {
      const draft = draftOfItem(item, { line, at, model }, collector)
      if (!draft) return
      if (draft.role !== 'assistant') asked = at
      path.push(draft)
      window.push(draft)
    }

    function compact({ message, replacement_history: history }: Fields, line: number, at: string | undefined): void {
      const summary = text(message)
      const items = Array.isArray(history) ? history : undefined
      const said: Draft = { role: 'user', parts: textParts(summary), by: 'summary', lines: [line], at }
      const own = summary === undefined ? [] : [said]
      const before = window
      if (items?.some(isEncrypted)) collector.note('summary-encrypted', encryptedText, line)
      window = items
        ? items.flatMap((item) => draftOfItem(fields(item), { line, at, model }, collector) ?? []).map(marked)
        : [...before.filter(({ by }) => by === 'person'), ...own]
      const texts = new Set(window.map(textOf))
      const lost = before.filter((draft) => !texts.has(textOf(draft)))
      const kept = before.length - lost.length
      compactions.push(
        known({ line, at, kept, lost: entriesOf(before, new Set(lost)), summary, exact: items !== undefined }),
      )
      path.push(...own)

      function marked(draft: Draft): Draft {
        return summary !== undefined && draft.role === 'user' && textOf(draft).includes(summary)
          ? { ...draft, by: 'summary' }
          : draft
      }
    }

    function event(payload: Fields, line: number, at: string | undefined): void {
      const type = text(payload['type']) ?? ''
      if (type === 'thread_rolled_back') rollBack(count(payload['num_turns']) ?? 0)
      const info = type === 'token_count' ? fields(payload['info']) : payload
      limit = count(info['model_context_window']) ?? limit
      const used = type === 'token_count' ? countOf(payload) : undefined
      if (used) answers.push({ line, at, asked, model, ...used })
      else collector.skip(`event ${type}`)
    }

    /** Takes back the last turns: each begins with what a person said. */
    function rollBack(turns: number): void {
      const from = turnsBack(path, turns)
      const left = path.slice(from)
      path = path.slice(0, from)
      window = window.slice(0, turnsBack(window, turns))
      const first = left[0]?.lines[0]
      if (first === undefined) return
      for (const { line } of answers) if (line > first) abandoned.add(line)
      branches.push(known({ from: path.at(-1)?.lines[0], entries: entriesOf(joinAnswers(left)) }))
    }

    function finish(): ReadParts {
      const [meta = {}, copied] = metas
      const forkedFrom = text(meta['forked_from_id']) ?? text(meta['parent_thread_id']) ?? text(copied?.['id'])
      const facts = { start: instant(meta['timestamp']) ?? start, beside, forkedFrom, abandoned }
      const { requests, uncertain } = requestsOf(newAnswers(answers, text(meta['id'])), facts)
      if (uncertain > 0) collector.note('fork-uncertain', forkText)
      const sent = makeView(joinAnswers(window), collector)
      const base = text(fields(meta['base_instructions'])['text']) ?? text(meta['instructions'])
      const tools = list(meta['dynamic_tools']).map(fields)
      return known({
        id: text(meta['id']),
        cwd: text(meta['cwd']),
        version: text(meta['cli_version']),
        forkedFrom,
        window: sent.entries,
        unanswered: sent.unanswered,
        path: entriesOf(joinAnswers(path)),
        branches,
        requests,
        compactions,
        limit,
        system: base === undefined ? undefined : [base],
        tools: tools.length === 0 ? undefined : tools.flatMap((tool) => toolOf(tool, schemaOf(tool))),
      })
    }

    return { add, finish }
  },
}

/** Whether an item is a summary that only the provider can read. */
function isEncrypted(item: unknown): boolean {
  const { type, encrypted_content: content } = fields(item)
  return /compaction/.test(text(type) ?? '') && text(content) !== undefined
}

const encryptedText =
  'The summary of a compaction is encrypted: the window has only the messages that it kept, and the path has all of them.'

const forkText =
  'The session begins with a copy of the one that it was forked from. Without that file, its first answers may count twice.'

function textOf({ parts }: Draft): string {
  return parts.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n')
}

/** Returns where the last turns begin. */
function turnsBack(drafts: readonly Draft[], turns: number): number {
  const starts = drafts.flatMap(({ by }, index) => (by === 'person' ? [index] : []))
  return turns === 0 ? drafts.length : (starts.at(-turns) ?? starts[0] ?? drafts.length)
}

/** Items between two inputs are one answer of the API. */
function joinAnswers(drafts: readonly Draft[]): readonly Draft[] {
  const joined: Draft[] = []
  for (const draft of drafts) {
    const last = joined.at(-1)
    if (last?.role !== 'assistant' || draft.role !== 'assistant') joined.push(draft)
    else
      joined[joined.length - 1] = {
        ...last,
        parts: [...last.parts, ...draft.parts],
        lines: [...last.lines, ...draft.lines],
      }
  }
  return joined
}

const schemaOf = (tool: Fields): Fields => fields(tool['input_schema'] ?? tool['inputSchema'] ?? tool['parameters'])
