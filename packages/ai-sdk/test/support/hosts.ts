import type { Message } from '@lamella/core'
import type * as ai from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import * as oldestTest from 'ai-oldest/test'
import * as v7Test from 'ai-v7/test'
import { current, first, next, type Version } from './versions.ts'

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

export interface Mock {
  readonly model: ai.LanguageModel & { readonly modelId: string }
  readonly requests: Sent[]
}

type Answers = (request: Sent, number: number) => readonly Part[]

/** A version of the SDK with its mock model. */
export interface Host extends Version {
  mock(answers: Answers, more?: MockOptions): Mock
}

interface MockOptions {
  readonly modelId?: string
  readonly cached?: number
  /** The tokens of a request. Default 100. */
  readonly count?: (request: Sent) => number
  /** What comes back of an answer beside it: the body of a response, the events of a stream, metadata. */
  readonly shown?:
    | ((number: number) => { body?: unknown; raw?: readonly unknown[]; providerMetadata?: object })
    | undefined
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

/** Copies what may change later. `structuredClone` does not copy URLs: Node 20 makes empty objects of them, Node 22 throws. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copied(held)]))
}

function mockOf(
  Model: unknown,
  answers: Answers,
  { modelId = 'gpt-4o', cached = 0, count = () => 100, breakAfter, shown = () => ({}) }: MockOptions = {},
): Mock {
  const requests: Sent[] = []
  const usageOf = (request: Sent): object => {
    const total = count(request)
    return {
      inputTokens: { total, noCache: total - cached, cacheRead: cached, cacheWrite: 0 },
      outputTokens: { total: 10, text: 10, reasoning: 0 },
    }
  }
  const answer = (request: Sent): readonly Part[] => {
    requests.push(copied({ ...request, abortSignal: undefined, headers: undefined }) as Sent)
    return answers(request, requests.length)
  }
  const Class = Model as new (options: object) => Mock['model']
  const model = new Class({
    modelId,
    doGenerate: async (request: Sent) => {
      const content = answer(request)
      const { body, providerMetadata } = shown(requests.length)
      const more = { response: { body }, ...(providerMetadata && { providerMetadata }) }
      return { content, finishReason: reason(content), usage: usageOf(request), warnings: [], ...more }
    },
    doStream: async (request: Sent) => {
      const content = answer(request)
      const { raw = [], providerMetadata } = shown(requests.length)
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...raw.map((rawValue) => ({ type: 'raw', rawValue })),
        ...content.flatMap(streamed),
        {
          type: 'finish',
          finishReason: reason(content),
          usage: usageOf(request),
          ...(providerMetadata && { providerMetadata }),
        },
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

const hostOf = (version: Version, Model: unknown): Host => ({
  ...version,
  mock: (answers, more) => mockOf(Model, answers, more),
})

export const hosts: readonly Host[] = [
  hostOf(current, MockLanguageModelV3),
  hostOf(first, oldestTest.MockLanguageModelV3),
  hostOf(next, v7Test.MockLanguageModelV4),
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
