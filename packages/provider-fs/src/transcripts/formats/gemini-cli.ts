import type { JsonValue, Part } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { known } from '../../json.ts'
import type { RequestPurpose, TranscriptRequest } from '../contract/request.ts'
import type { TranscriptBranch, TranscriptCompaction } from '../contract/transcript.ts'
import { type Collector, unheard } from '../shared/collect.ts'
import { type Draft, userDrafts } from '../shared/draft.ts'
import { count, type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { limitParts } from '../shared/limit-part.ts'
import { entriesOf, makeView } from '../shared/make-view.ts'
import { callPart, partsOutput, resultPart, textParts } from '../shared/parts.ts'
import type { FormatDefinition, FormatReader, ReadParts } from '../shared/reader.ts'
import { usageOfAll } from '../shared/usage.ts'

/** A message, as it was last written. */
interface GeminiMessage {
  readonly id: string
  readonly line: number
  readonly value: Fields
}

/** A list of messages that replaced all before it. */
interface Checkpoint {
  readonly line: number
  readonly at: string | undefined
  readonly before: readonly string[]
  readonly after: ReadonlySet<string>
}

const messageTypes = ['user', 'gemini']
/** Messages of the program to the person. */
const screenTypes = ['info', 'warning', 'error']

/** What Gemini CLI writes in a person's place, and commands to it; neither is sent again. */
const written = /^<(session_context|hook_context)>/
const command = /^[/?]/

/** Sessions of Gemini CLI. Source: google-gemini/gemini-cli @5411f113, 2026-08, read on 2026-11-27. */
export const geminiCli: FormatDefinition = {
  isMessage: (value) => messageTypes.includes(value['type'] as string) && value['content'] !== undefined,
  createReader: (collector): FormatReader => {
    const quiet: Collector = { ...collector, ...unheard }
    const all = new Map<string, GeminiMessage>()
    const meta: Record<string, unknown> = {}
    const branches: (readonly string[])[] = []
    const compactions: Checkpoint[] = []
    // In their order; written again, a message keeps its place.
    let window = new Set<string>()
    const path = new Set<string>()

    function add(value: Fields, line: number): void {
      const { $set: set, $rewindTo: rewound, messages } = value
      if (isObject(set)) {
        Object.assign(meta, set)
        if (Array.isArray(set['messages'])) checkpoint(set['messages'], line, instant(set['lastUpdated']))
      } else if (rewound !== undefined) rewind(String(rewound))
      else if (value['type'] === undefined && text(value['sessionId']) !== undefined) {
        Object.assign(meta, value)
        for (const [index, one] of list(messages).entries()) keep(fields(one), index + 1)
      } else if (text(value['id']) !== undefined && text(value['type']) !== undefined) keep(value, line)
      else collector.strange(text(value['type']) ?? 'line without a type')
    }

    function keep(value: Fields, line: number): string | undefined {
      const id = text(value['id'])
      const type = text(value['type']) ?? ''
      if (id === undefined || !messageTypes.includes(type)) {
        if (screenTypes.includes(type)) collector.skip(type)
        else collector.strange(type || 'message without a type')
        return undefined
      }
      all.set(id, { id, line, value })
      window.add(id)
      path.add(id)
      return id
    }

    function checkpoint(messages: readonly unknown[], line: number, at: string | undefined): void {
      const before = [...window]
      window = new Set()
      for (const one of messages) keep(fields(one), line)
      compactions.push({ line, at, before, after: new Set(window) })
    }

    /** Takes back a message and all after it; an unknown id takes back everything. */
    function rewind(id: string): void {
      const left = [...path].slice(Math.max(0, [...path].indexOf(id)))
      branches.push(left)
      for (const one of left) path.delete(one)
      const kept = [...window]
      window = new Set(kept.slice(0, Math.max(0, kept.indexOf(id))))
    }

    function finish(): ReadParts {
      const draftsOf = (ids: Iterable<string>, isForWindow: boolean, of = quiet): readonly Draft[] =>
        [...ids].flatMap((id) => draftsOfMessage(all.get(id), isForWindow, of))
      const sent = makeView(draftsOf(window, true, collector), collector)
      return known({
        id: text(meta['sessionId']),
        title: text(meta['summary']),
        window: sent.entries,
        unanswered: sent.unanswered,
        path: entriesOf(draftsOf(path, false)),
        branches: branches
          .map((ids) => ids.filter((id) => !path.has(id)))
          .map((ids): TranscriptBranch => ({ entries: entriesOf(draftsOf(ids, false)) }))
          .filter(({ entries }) => entries.length > 0),
        compactions: compactions.flatMap(({ line, at, before, after }): readonly TranscriptCompaction[] => {
          const lost = before.filter((id) => !after.has(id))
          const kept = before.length - lost.length
          // Others only write messages again, or are how a session begins.
          if (lost.length === 0) return []
          return [known({ line, at, kept, lost: entriesOf(draftsOf(lost, true)), exact: true })]
        }),
        requests: [...all.values()].flatMap((message) => requestOf(message, path.has(message.id))),
      })
    }

    return { add, finish }
  },
}

function draftsOfMessage(
  message: GeminiMessage | undefined,
  isForWindow: boolean,
  collector: Collector,
): readonly Draft[] {
  if (!message) return []
  const { id, line, value } = message
  const place = { id, lines: [line], at: instant(value['timestamp']) }
  const isUser = value['type'] === 'user'
  const { parts, cut } = limitParts(
    isUser ? partsOf(value['content'], collector) : answerParts(value, collector),
    collector.partLimit,
  )
  if (isUser) {
    const [first] = parts
    const said = first?.type === 'text' ? first.text : ''
    const isWritten = written.test(said)
    if (parts.length === 0 || (isForWindow && (isWritten || command.test(said)))) return []
    return userDrafts(parts, { by: isWritten ? 'context' : 'person', ...place, cut })
  }
  const results = list(value['toolCalls']).flatMap((call) => resultOf(fields(call), collector))
  const drafts: readonly Draft[] = [
    { role: 'assistant', by: 'model', parts, ...place, cut, model: text(value['model']) },
    { role: 'tool', by: 'tool', ...limitParts(results, collector.partLimit), ...place },
  ]
  return drafts.filter((draft) => draft.parts.length > 0)
}

/** The content alone if it has calls or thoughts, else thoughts, content and calls. */
function answerParts(value: Fields, collector: Collector): readonly Part[] {
  const content = partsOf(value['content'], collector)
  if (content.some(({ type }) => type === 'tool-call' || type === 'reasoning')) return content
  const thoughts = list(value['thoughts']).map((one): Part => {
    const { subject, description } = fields(one)
    return { type: 'reasoning', text: [text(subject), text(description)].filter(Boolean).join(': ') }
  })
  const calls = list(value['toolCalls']).map(fields).map(callOf)
  return [...thoughts, ...content, ...calls]
}

function callOf({ id, name, args }: Fields): Part {
  return callPart(id, name, args)
}

/** Results stand in the call; one that was cancelled has none. */
function resultOf(call: Fields, collector: Collector): readonly Part[] {
  const { id, name, result, status } = call
  if (result === undefined || result === null) return []
  const parts = typeof result === 'string' ? partsOf(result, collector) : list(result).flatMap(resultParts)
  return [resultPart(id, name, partsOutput(parts, status === 'error'))]
}

/** What a tool has returned: its text, and media beside it or, for newer models, inside. */
function resultParts(one: unknown): readonly Part[] {
  const part = fields(one)
  const { functionResponse, inlineData } = part
  if (isObject(inlineData)) return [mediaOf(inlineData)]
  const { response, parts } = fields(functionResponse)
  const { output, error } = fields(response)
  const media = list(parts).map((inside) => fields(fields(inside)['inlineData']))
  const said =
    text(part['text']) ?? text(output) ?? text(error) ?? JSON.stringify(media.length > 0 ? response : one) ?? ''
  return [{ type: 'text', text: said }, ...media.filter(({ data }) => data !== undefined).map(mediaOf)]
}

function partsOf(content: unknown, collector: Collector): readonly Part[] {
  if (typeof content === 'string') return textParts(content)
  return (Array.isArray(content) ? content : isObject(content) ? [content] : []).flatMap((one): readonly Part[] => {
    if (typeof one === 'string') return [{ type: 'text', text: one }]
    const part = fields(one)
    const { functionCall, functionResponse, inlineData } = part
    const said = text(part['text'])
    if (said !== undefined) return [{ type: part['thought'] === true ? 'reasoning' : 'text', text: said }]
    if (isObject(functionCall)) return [callOf(functionCall)]
    if (isObject(functionResponse)) {
      const { id, name, response } = functionResponse
      return [resultPart(id, name, { type: 'json', value: (response ?? null) as JsonValue })]
    }
    if (isObject(inlineData)) return [mediaOf(inlineData)]
    if (part['text'] === undefined) collector.strange(`part ${Object.keys(part)[0] ?? ''}`)
    return []
  })
}

function mediaOf(inlineData: Fields): Part {
  const mediaType = text(inlineData['mimeType']) ?? ''
  const data = text(inlineData['data']) ?? ''
  return mediaType.startsWith('image/') ? { type: 'image', image: data, mediaType } : { type: 'file', data, mediaType }
}

function requestOf({ id, line, value }: GeminiMessage, isOnPath: boolean): readonly TranscriptRequest[] {
  const tokens = fields(value['tokens'])
  const all = count(tokens['input']) ?? 0
  const output = (count(tokens['output']) ?? 0) + (count(tokens['thoughts']) ?? 0)
  if (all + output === 0) return []
  const purpose: RequestPurpose = isOnPath ? 'path' : 'abandoned'
  const usage = usageOfAll(all, count(tokens['cached']), output)
  const rest = { at: instant(value['timestamp']), model: text(value['model']) }
  return [known({ line, id, ...rest, purpose, usage })]
}
