import type { Message, Scope, ToolMessage, ToolOutput, ToolResultPart } from '@lamella/core'
import { type OffloadOptions, offload, readResult, withOffload } from '@lamella/offload'
import { type BlobInfo, type BlobStore, blobsOf, type ReadyTool, type SessionStore } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'

export const scope = { tenant: 'acme', user: 'ada', session: 's' } as const

/** A session in memory, its contents, and the tool that reads them. */
export interface TestPlace {
  readonly blobs: BlobStore
  readonly plain: SessionStore
  readonly sessions: SessionStore
  readonly reader: ReadyTool
  append(...messages: Message[]): Promise<void>
  /** The messages as a reader of the session gets them. */
  messages(): Promise<readonly Message[]>
  read(input: Record<string, unknown>): Promise<string>
}

export function testPlace(options: Partial<OffloadOptions> = {}): TestPlace {
  const blobs = options.blobs ?? createBlobStore()
  const plain = createSessionStore()
  const sessions = withOffload(plain, offload({ limit: 1_000, ...options, blobs }))
  const reader = readResult({ sessions, blobs, scope })
  return {
    blobs,
    plain,
    sessions,
    reader,
    append: async (...messages) => {
      await sessions.append(scope, 's', messages)
    },
    messages: async () => (await sessions.read(scope, 's', 0, 1_000)).map(({ message }) => message),
    read: async (input) => {
      const { type, value } = await reader.execute(input)
      return type === 'text' ? value.slice(value.indexOf('\n\n') + 2) : `error: ${value}`
    },
  }
}

export function result(output: ToolOutput, toolName = 'bash', toolCallId = 'c1'): ToolMessage {
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
}

export function textResult(value: string, toolName = 'bash', toolCallId = 'c1'): ToolMessage {
  return result({ type: 'text', value }, toolName, toolCallId)
}

/** The output of the first result of a message. */
export function outputOf(message: Message | undefined): ToolOutput {
  if (message?.role !== 'tool') throw new Error('It is not a message with results.')
  return (message.content[0] as ToolResultPart).output
}

/** The text of the first result, which must be one. */
export function headOf(message: Message | undefined): string {
  const output = outputOf(message)
  if (output.type !== 'text' && output.type !== 'error-text') throw new Error(`It is ${output.type}.`)
  return output.value
}

/** The contents of a session, without the blob that keeps its key. */
export async function contentsOf(blobs: BlobStore, of: Scope = scope, session = 's'): Promise<readonly BlobInfo[]> {
  const contents: BlobInfo[] = []
  for await (const info of blobsOf(blobs, of, session)) if (!info.mediaType.endsWith('lamella-key')) contents.push(info)
  return contents
}

export function handleOf(text: string): string {
  const handle = /blob:[a-z2-7]{26}/.exec(text)?.[0]
  if (handle === undefined) throw new Error('There is no handle.')
  return handle
}

/** Reads all pages. */
export async function readAll(place: TestPlace, input: Record<string, unknown>): Promise<string> {
  let text = ''
  for (let page = 1; ; page++) {
    const read = await place.read({ ...input, page })
    if (read.startsWith('error: There ')) return text
    text += read
  }
}

export const lines = (count: number, of = (n: number) => `line ${n} of the log, with some words`): string =>
  Array.from({ length: count }, (_, index) => of(index + 1)).join('\n')
