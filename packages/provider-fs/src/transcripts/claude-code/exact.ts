import type { ToolDefinition } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { known } from '../../json.ts'
import type { ExactRequest } from '../contract/request.ts'
import { count, type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { type ReadParts, toolOf } from '../shared/reader.ts'
import type { ClaudeNode } from './node.ts'

/** Lines of the record of requests, which Claude Code keeps from about 2.1.330 on. */
export interface ClaudeRecord {
  readonly shapes: Map<string, Fields>
  readonly blobs: Map<string, unknown>
  readonly requests: { readonly line: number; readonly value: Fields }[]
}

/** Takes a line of the record; `false` if it is none. */
export function takeRecordLine(record: ClaudeRecord, value: Fields, line: number): boolean {
  switch (value['type']) {
    case 'api-request-shape':
      record.shapes.set(String(value['shapeHash']), fields(value['shape']))
      return true
    case 'api-request-blob':
      record.blobs.set(String(value['hash']), value['message'])
      return true
    case 'api-request':
      record.requests.push({ line, value })
      return true
  }
  return false
}

/**
 * Rebuilds the recorded requests. Their messages are named by hashes: SHA-256 of the message as JSON with sorted keys, without
 * `cache_control`. Those without a blob are messages of the lines: a joined answer, or the results that follow it. The hash of
 * each is computed, which proves the rebuilt request.
 */
export async function exactRequests(
  record: ClaudeRecord,
  nodes: Iterable<ClaudeNode>,
): Promise<readonly ExactRequest[]> {
  if (record.requests.length === 0) return []
  /** The messages that the file has, by their hash. */
  const found = new Map<string, unknown>()
  for (const message of [...record.blobs.values(), ...messagesOf(nodes)]) found.set(await hashOf(message), message)
  const shapes = new Map<string, Fields>()
  for (const [hash, shape] of record.shapes) if ((await hashOf(shape)) === hash) shapes.set(hash, shape)
  const hashes = new Map<string, readonly string[]>()
  return record.requests.map(({ line, value }) => {
    const id = text(value['id']) ?? ''
    const base = hashes.get(text(value['base']) ?? '') ?? []
    const own = [...base.slice(0, count(value['keep']) ?? 0), ...list(value['tail']).map(String)]
    hashes.set(id, own)
    const shape = shapes.get(String(value['shapeHash']))
    const messages = own.map((hash) => found.get(hash))
    return known({
      line,
      id,
      at: instant(value['timestamp']),
      system: shape?.['system'],
      tools: shape?.['tools'],
      parameters: fields(value['params']),
      messages,
      breakpoints: list(value['cacheControl']).map((one) => {
        const { path, value: held } = fields(one)
        return { path: list(path) as readonly (string | number)[], value: held }
      }),
      proven: shape !== undefined && own.length > 0 && messages.every((message) => message !== undefined),
    }) as ExactRequest
  })
}

function messagesOf(nodes: Iterable<ClaudeNode>): readonly unknown[] {
  const answers = new Map<string, unknown[]>()
  const results = new Map<string, unknown[]>()
  const messages: unknown[] = []
  const ownerOf = new Map<string, string>()
  for (const { type, raw, answer, uuid, parent, source } of nodes) {
    if (!raw) continue
    const { role, content } = raw
    if (answer !== undefined) {
      ownerOf.set(uuid, answer)
      answers.set(answer, [...(answers.get(answer) ?? []), ...list(content)])
    } else if (type === 'user') {
      messages.push({ role, content })
      const owner = ownerOf.get(source ?? '') ?? ownerOf.get(parent ?? '')
      if (owner !== undefined) results.set(owner, [...(results.get(owner) ?? []), ...list(content)])
    }
  }
  return [
    ...messages,
    ...[...answers.values()].map((content) => ({ role: 'assistant', content })),
    ...[...results.values()].map((content) => ({ role: 'user', content })),
  ]
}

async function hashOf(message: unknown): Promise<string> {
  return sha256(sortedJson(message, 'cache_control'))
}

/** Returns the system prompt and the tools of the newest record; nothing where the file has none. */
export function promptOf(record: ClaudeRecord, snapshots: readonly Fields[]): Pick<ReadParts, 'system' | 'tools'> {
  const shape = [...record.shapes.values()].at(-1)
  if (shape) return { system: textsOf(shape['system']), tools: toolsOf(shape['tools'], 'input_schema') }
  const snapshot = snapshots.at(-1)
  return snapshot ? { system: textsOf(snapshot['systemPrompt']), tools: toolsOf(snapshot['tools'], 'schema') } : {}
}

function textsOf(system: unknown): readonly string[] {
  if (typeof system === 'string') return [system]
  return list(system).flatMap((part) => text(part) ?? text(fields(part)['text']) ?? [])
}

function toolsOf(tools: unknown, schema: string): readonly ToolDefinition[] {
  return list(tools)
    .map(fields)
    .flatMap((tool) => toolOf(tool, isObject(tool[schema]) ? tool[schema] : { type: 'object' }))
}

const encoder = new TextEncoder()

/** Returns the SHA-256 of a text in UTF-8, as hexadecimal digits. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Writes a value as JSON with sorted keys, without the fields of one name. */
function sortedJson(value: unknown, without: string): string {
  return JSON.stringify(value, (key, held: unknown) => {
    if (key === without) return undefined
    if (typeof held !== 'object' || held === null || Array.isArray(held)) return held
    return Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
