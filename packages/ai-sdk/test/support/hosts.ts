import type { Message } from '@lamella/core'
import * as ai from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import * as oldest from 'ai-oldest'
import * as oldestTest from 'ai-oldest/test'
import * as v7 from 'ai-v7'
import * as v7Test from 'ai-v7/test'

/** A part of an answer, in the form of either specification. */
export interface Part {
  readonly type: string
  readonly [key: string]: unknown
}

/** A request as a mock model got it. */
export interface Sent {
  readonly prompt: readonly {
    readonly role: string
    readonly content: string | readonly Part[]
    readonly providerOptions?: object
  }[]
  readonly tools?: readonly { readonly name: string }[]
  readonly providerOptions?: Record<string, unknown>
}

interface Mock {
  readonly model: ai.LanguageModel & { readonly modelId: string }
  readonly requests: Sent[]
}

type Answers = (request: Sent, number: number) => readonly Part[]

/** A version of the SDK with its mock model. The types are those of the newest 6: what differs is tested in types.test.ts. */
export interface Host {
  readonly name: string
  readonly sdk: typeof ai
  mock(answers: Answers, more?: MockOptions): Mock
}

interface MockOptions {
  readonly modelId?: string
  readonly cached?: number
  /** Breaks the stream after that many parts. */
  readonly breakAfter?: number
}

export const text = (value: string): Part => ({ type: 'text', text: value })
export const call = (toolCallId: string, toolName = 'look', input: unknown = { at: toolCallId }): Part => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: JSON.stringify(input),
})
export const thinking = (value: string): Part => ({
  type: 'reasoning',
  text: value,
  providerMetadata: { anthropic: { signature: `signed ${value}` } },
})

const reason = (content: readonly Part[]): object => {
  const unified = content.some(({ type, providerExecuted }) => type === 'tool-call' && !providerExecuted)
    ? 'tool-calls'
    : 'stop'
  return { unified, raw: unified }
}

function mockOf(
  Model: unknown,
  answers: Answers,
  { modelId = 'gpt-4o', cached = 0, breakAfter }: MockOptions = {},
): Mock {
  const requests: Sent[] = []
  const usage = {
    inputTokens: { total: 100, noCache: 100 - cached, cacheRead: cached, cacheWrite: 0 },
    outputTokens: { total: 10, text: 10, reasoning: 0 },
  }
  const next = (request: Sent): readonly Part[] => {
    requests.push(structuredClone({ ...request, abortSignal: undefined, headers: undefined }))
    return answers(request, requests.length)
  }
  const Class = Model as new (options: object) => Mock['model']
  const model = new Class({
    modelId,
    doGenerate: async (request: Sent) => {
      const content = next(request)
      return { content, finishReason: reason(content), usage, warnings: [] }
    },
    doStream: async (request: Sent) => {
      const content = next(request)
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...content.flatMap(streamed),
        { type: 'finish', finishReason: reason(content), usage },
      ]
      let at = 0
      return {
        stream: new ReadableStream({
          pull: (controller) => {
            if (at === breakAfter) return controller.error(new Error('The connection broke.'))
            const part = parts[at++]
            return part === undefined ? controller.close() : controller.enqueue(part)
          },
        }),
      }
    },
  })
  return { model, requests }
}

/** Texts come in two pieces, with their metadata at the end. */
function streamed(part: Part, index: number): readonly object[] {
  const { type, text: value = '', providerMetadata } = part as Part & { readonly text?: string }
  if (type !== 'text' && type !== 'reasoning') return [part]
  const id = String(index)
  const half = Math.ceil(value.length / 2)
  return [
    { type: `${type}-start`, id },
    { type: `${type}-delta`, id, delta: value.slice(0, half) },
    { type: `${type}-delta`, id, delta: value.slice(half) },
    { type: `${type}-end`, id, ...(providerMetadata !== undefined && { providerMetadata }) },
  ]
}

export const hosts: readonly Host[] = [
  { name: 'AI SDK 6, newest', sdk: ai, mock: (answers, more) => mockOf(MockLanguageModelV3, answers, more) },
  {
    name: 'AI SDK 6, oldest',
    sdk: oldest as never,
    mock: (answers, more) => mockOf(oldestTest.MockLanguageModelV3, answers, more),
  },
  { name: 'AI SDK 7', sdk: v7 as never, mock: (answers, more) => mockOf(v7Test.MockLanguageModelV4, answers, more) },
]

/** The text of each message of a prompt, or its parts as JSON. */
export const texts = ({ prompt }: Sent): readonly string[] =>
  prompt.map(({ content }) =>
    typeof content === 'string'
      ? content
      : content.map((part) => (typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part))).join(''),
  )

export const user = (content: string): Message & { role: 'user' } => ({ role: 'user', content })

/** Reads the whole stream of a result, and returns its errors. */
export async function drained(result: {
  readonly fullStream: AsyncIterable<{ readonly type: string }>
}): Promise<readonly unknown[]> {
  const errors: unknown[] = []
  for await (const part of result.fullStream) {
    if (part.type === 'error') errors.push((part as unknown as { readonly error: unknown }).error)
  }
  return errors
}
