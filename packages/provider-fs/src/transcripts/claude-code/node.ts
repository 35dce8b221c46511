import type { Part } from '@lamella/core'
import type { Writer } from '../contract/transcript.ts'
import { anthropicParts } from '../shared/anthropic-blocks.ts'
import type { Collector } from '../shared/collect.ts'
import { count, type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { limitParts } from '../shared/limit-part.ts'

/** A compaction, and which earlier lines stay after its summary. */
interface ClaudeBoundary {
  /** The last line before it. */
  readonly before: string | undefined
  readonly trigger: string | undefined
  readonly tokensBefore: number | undefined
  readonly tokensAfter: number | undefined
  /** The line that the kept ones follow. */
  readonly anchor: string | undefined
  /** The kept lines, in order. */
  readonly kept: readonly string[]
  /** Older versions name only the ends of what is kept. */
  readonly segment: { readonly head: string; readonly tail: string } | undefined
}

/** A line of the conversation, without what is never sent. */
export interface ClaudeNode {
  readonly uuid: string
  readonly parent: string | undefined
  readonly line: number
  /** Its place in the file among the lines of the conversation. */
  readonly index: number
  readonly type: string
  /** Of a sub-agent or of a member of a team. */
  readonly isSide: boolean
  readonly agent: string | undefined
  readonly role: 'user' | 'assistant' | 'system' | undefined
  readonly parts: readonly Part[]
  readonly by: Writer
  readonly at: string | undefined
  /** The id of the answer that it is a block of. */
  readonly answer: string | undefined
  readonly model: string | undefined
  readonly usage: Fields | undefined
  /** No answer: a message of the program about an error. */
  readonly isSynthetic: boolean
  /** The line of the call that it answers. */
  readonly source: string | undefined
  readonly boundary: ClaudeBoundary | undefined
  /** It is put before the message that it follows. */
  readonly isBefore: boolean
  readonly cut: number | undefined
  readonly elsewhere: number | undefined
  /** The id of the sub-agent that a result names. */
  readonly startedAgent: string | undefined
  /** The message as the API has it, for the record of exact requests. */
  readonly raw: Fields | undefined
}

/** What Claude Code writes in a person's place, by the beginning of the text. Read in 2.1.332. */
const written =
  /^<(command-name|command-message|local-command-stdout|local-command-caveat|task-notification|bash-)|^\[Request interrupted/

/** Types of lines that have a place in the chain. */
export const chainTypes: readonly string[] = ['user', 'assistant', 'system', 'attachment', 'progress']

/** Reads a line of the conversation. */
export function nodeOf(value: Fields, line: number, index: number, collector: Collector): ClaudeNode {
  const type = String(value['type'])
  const message = fields(value['message'])
  const isAttachment = type === 'attachment'
  const isMessage = type === 'user' || type === 'assistant'
  const rendered = isAttachment ? renderedParts(value) : []
  const attached = isAttachment && rendered.length === 0 ? attachedFile(value) : []
  const all = isMessage ? anthropicParts(message['content'], collector) : [...rendered, ...attached]
  const { parts, cut } = limitParts(all, collector.partLimit)
  const model = text(message['model'])
  const result = fields(value['toolUseResult'])
  const isSystem = isAttachment && attached.length === 0 && value['renderedRole'] !== 'user'
  return {
    uuid: String(value['uuid']),
    parent: text(value['parentUuid']),
    line,
    index,
    type,
    isSide: value['isSidechain'] === true || text(value['teamName']) !== undefined,
    agent: text(value['agentId']),
    role: isMessage ? type : parts.length > 0 ? (isSystem ? 'system' : 'user') : undefined,
    parts,
    by: attached.length > 0 ? 'program' : writerOf(value, type, parts),
    at: instant(value['timestamp']),
    answer: type === 'assistant' ? (text(message['id']) ?? String(value['uuid'])) : undefined,
    model,
    usage: type === 'assistant' ? fields(message['usage']) : undefined,
    isSynthetic: type === 'assistant' && (value['isApiErrorMessage'] === true || model === '<synthetic>'),
    source: text(value['sourceToolAssistantUUID']),
    boundary: boundaryOf(value),
    isBefore: isAttachment && value['renderedRole'] === 'user',
    cut,
    elsewhere: count(result['persistedOutputSize']),
    startedAgent: text(result['agentId']),
    // A message whose parts are limited has another hash.
    raw: isMessage && collector.partLimit === Number.POSITIVE_INFINITY ? message : undefined,
  }
}

function renderedParts(value: Fields): readonly Part[] {
  return list(value['rendered']).flatMap((one): readonly Part[] => {
    const content = text(fields(one)['content'])
    return content === undefined ? [] : [{ type: 'text', text: content }]
  })
}

/** Returns the text of a file that a person named with `@`. Versions before `rendered` wrote it into the request from here. */
function attachedFile(value: Fields): readonly Part[] {
  const { type, filename, content } = fields(value['attachment'])
  const file = fields(fields(content)['file'])
  const said = text(file['content'])
  const name = text(filename) ?? text(file['filePath']) ?? 'the file'
  return type === 'file' && said !== undefined ? [{ type: 'text', text: `Contents of ${name}:\n\n${said}` }] : []
}

function writerOf(value: Fields, type: string, parts: readonly Part[]): Writer {
  if (type === 'assistant') return 'model'
  if (type === 'attachment') return 'context'
  if (value['isCompactSummary'] === true) return 'summary'
  if (value['isMeta'] === true) return 'program'
  const [first] = parts
  if (first?.type === 'tool-result') return 'tool'
  return first?.type === 'text' && written.test(first.text) ? 'program' : 'person'
}

/** Reads a line that marks a compaction; `undefined` for any other. */
function boundaryOf(value: Fields): ClaudeBoundary | undefined {
  if (value['type'] !== 'system' || value['subtype'] !== 'compact_boundary') return undefined
  const metadata = fields(value['compactMetadata'])
  const preserved = fields(metadata['preservedMessages'])
  const segment = fields(metadata['preservedSegment'])
  const [head, tail] = [text(segment['headUuid']), text(segment['tailUuid'])]
  return {
    before: text(value['logicalParentUuid']),
    trigger: text(metadata['trigger']),
    tokensBefore: count(metadata['preTokens']),
    tokensAfter: count(metadata['postTokens']),
    anchor: text(preserved['anchorUuid']) ?? text(segment['anchorUuid']),
    kept: list(preserved['uuids']).flatMap((one) => text(one) ?? []),
    segment: head !== undefined && tail !== undefined ? { head, tail } : undefined,
  }
}
