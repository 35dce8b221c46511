import { isDeepStrictEqual } from 'node:util'
import {
  type BuildRequest,
  type BuiltContext,
  type ContextBuilder,
  defineLayer,
  type Fragment,
  type ImagePart,
  type Layer,
  type LayerDefinition,
  type Message,
  type RunState,
} from '@lamella/core'
import { expect } from 'vitest'
import { deepFreeze } from './deep-freeze.ts'
import { scope, start } from './layers.ts'

export const user = (content: string): Message => ({ role: 'user', content })
export const assistant = (content: string): Message => ({ role: 'assistant', content })
export const thought = (text: string): Message => ({
  role: 'assistant',
  content: [
    { type: 'reasoning', text: `Thinking of ${text}`, providerOptions: { anthropic: { signature: 's' } } },
    { type: 'text', text },
  ],
})
export const calls = (...ids: readonly string[]): Message => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: { at: toolCallId } })),
})
export const result = (toolCallId: string, value = `Seen ${toolCallId}.`): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value } }],
})

/** Shows the session, and drops its oldest messages first. */
export const history = (more: Partial<LayerDefinition> = {}): Layer<'history'> =>
  defineLayer('history', {
    order: 600,
    priority: 10,
    placement: 'messages',
    load: async ({ session, run }) => {
      const from = run?.kept?.[0]?.[0] ?? 0
      const messages = await session.read(from, session.length, { signal: new AbortController().signal })
      return messages
        .map((message, index): Fragment => {
          const position = from + index
          return { id: `m${position}`, content: [message], position, rank: position }
        })
        .filter(({ position = 0 }) => !run?.kept || isKept(run.kept, position))
    },
    ...more,
  })

function isKept(kept: readonly (readonly [number, number])[], position: number): boolean {
  return position >= (kept.at(-1)?.[1] ?? 0) || kept.some(([from, to]) => from <= position && position < to)
}

/** Shows the new message. */
export const question: Layer<'question'> = defineLayer('question', {
  order: 700,
  priority: 1000,
  placement: 'messages',
  load: ({ message, session }) =>
    message && [{ id: 'question', content: [message], pinned: true, position: session.length }],
})

/** A builder with a window, a history and the new message; a token is a character. */
export const talk = (window = 10_000, keep?: number): ContextBuilder<'history' | 'question'> =>
  start()
    .use([history(), question])
    .budget({ window, reserve: 10, ...(keep !== undefined && { keep }) })

/** A request as a test makes it. */
type Asked = Partial<BuildRequest> & { readonly builder?: ContextBuilder<string> }

/** A conversation that continues its run, as processes do that each make one request. */
export interface Conversation {
  readonly session: readonly Message[]
  readonly run: RunState | undefined
  readonly last: BuiltContext | undefined
  /** Asks with a new message, or continues an agent's loop without one. Checks G6, G9, G11 and that the run is JSON. */
  ask(message: string | undefined, asked?: Asked): Promise<BuiltContext>
  /** Appends to the session. */
  add(...messages: readonly Message[]): void
  /** Asks, and appends the question and an answer. */
  turn(message: string, answer?: Message | string, asked?: Asked): Promise<BuiltContext>
  /** Replaces the session. */
  become(session: readonly Message[], run?: RunState): void
}

export function converse(builder: ContextBuilder<string>, begun: readonly Message[] = []): Conversation {
  let session = begun
  let run: RunState | undefined
  let last: BuiltContext | undefined
  const self: Conversation = {
    get session() {
      return session
    },
    get run() {
      return run
    },
    get last() {
      return last
    },
    ask: async (message, { builder: own = builder, ...more } = {}) => {
      const request = {
        scope,
        session: Object.freeze([...session]),
        ...(message !== undefined && { message }),
        ...(run && { run: deepFreeze(run) }),
        ...more,
      } as BuildRequest
      const context = await own.build(request)
      const { total, reserve, window } = context.report.tokens
      expect(total + reserve).toBeLessThanOrEqual(window)
      if (run && last && !context.report.run?.cut) {
        expect(context.system).toEqual(last.system)
        expect(context.messages.slice(0, last.messages.length).map(asSent)).toEqual(last.messages.map(asSent))
        expect(context.tools.map(({ name }) => name)).toEqual(last.tools.map(({ name }) => name))
      }
      if (message !== undefined) expect(texts(context).join('\n')).toContain(message)
      const stored = JSON.stringify(context.run)
      // Not toStrictEqual, which takes an own member `constructor` for a type.
      expect(isDeepStrictEqual(JSON.parse(stored), context.run)).toBe(true)
      run = JSON.parse(stored) as RunState
      last = context
      return context
    },
    add: (...messages) => {
      session = [...session, ...deepFreeze(messages)]
    },
    turn: async (message, answer = `Answer to ${message}`, asked = {}) => {
      const context = await self.ask(message, asked)
      self.add(user(message), typeof answer === 'string' ? assistant(answer) : answer)
      return context
    },
    become: (next, state) => {
      session = next
      if (state) run = state
    },
  }
  return self
}

/** What of a message is sent: bytes as base64 text, and no ids of a store. */
function asSent({ role, content, providerOptions }: Message): unknown {
  const parts =
    typeof content === 'string' ? content : content.map((part) => (part.type === 'image' ? textOf(part) : part))
  return { role, content: parts, providerOptions }
}

function textOf(part: ImagePart): ImagePart {
  const { image } = part
  if (typeof image === 'string') return part
  return { ...part, image: image instanceof URL ? image.href : Buffer.from(image as Uint8Array).toString('base64') }
}

export const cutOf = ({ report }: BuiltContext): string | undefined => report.run?.cut?.reason

/** The text of each message, or its parts as JSON. */
export const texts = ({ messages }: Pick<BuiltContext, 'messages'>): readonly string[] =>
  messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))

/** The updates that a request adds, as the model reads them. */
export const updates = (context: BuiltContext): readonly string[] =>
  texts(context).filter((_, index) => context.messages[index]?.providerOptions?.['lamella']?.['update'] !== undefined)

/** Of each message with thinking: whether the thinking is still valid. */
export const thinks = (context: Pick<BuiltContext, 'messages'>): readonly boolean[] =>
  context.messages
    .filter(({ content }) => JSON.stringify(content).includes('"reasoning"'))
    .map(({ content }) => !JSON.stringify(content).includes('"stale":true'))
