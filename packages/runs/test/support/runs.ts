import { isDeepStrictEqual } from 'node:util'
import type { BuildRequest, ContextBuilder, ImagePart, Message } from '@lamella/core'
import { type ExtendOptions, extend, type RunContext, type RunState } from '@lamella/runs'
import { expect } from 'vitest'
import { deepFreeze } from '../../../core/test/support/deep-freeze.ts'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, user } from '../../../core/test/support/talk.ts'

export { assistant, calls, history, question, result, talk, thought, user } from '../../../core/test/support/talk.ts'

/** A request as a test makes it. */
type Asked = Partial<BuildRequest> & ExtendOptions & { readonly builder?: ContextBuilder<string> }

/** A conversation that continues its run, as processes do that each make one request. */
export interface Conversation {
  readonly session: readonly Message[]
  readonly run: RunState | undefined
  readonly last: RunContext | undefined
  /** Asks with a new message, or continues an agent's loop without one. Checks G6, G9, G11 and that the run is JSON. */
  ask(message: string | undefined, asked?: Asked): Promise<RunContext>
  /** Appends to the session. */
  add(...messages: readonly Message[]): void
  /** Asks, and appends the question and an answer. */
  turn(message: string, answer?: Message | string, asked?: Asked): Promise<RunContext>
  /** Replaces the session. */
  become(session: readonly Message[], run?: RunState): void
}

export function converse(builder: ContextBuilder<string>, begun: readonly Message[] = []): Conversation {
  let session = begun
  let run: RunState | undefined
  let last: RunContext | undefined
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
      const context = await extend(own, request)
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

export const cutOf = ({ report }: RunContext): string | undefined => report.run?.cut?.reason

/** The text of each message, or its parts as JSON. */
export const texts = ({ messages }: Pick<RunContext, 'messages'>): readonly string[] =>
  messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))

/** The updates that a request adds, as the model reads them. */
export const updates = (context: RunContext): readonly string[] =>
  texts(context).filter((_, index) => context.messages[index]?.providerOptions?.['lamella']?.['update'] !== undefined)

/** Of each message with thinking: whether the thinking is still valid. */
export const thinks = (context: Pick<RunContext, 'messages'>): readonly boolean[] =>
  context.messages
    .filter(({ content }) => JSON.stringify(content).includes('"reasoning"'))
    .map(({ content }) => !JSON.stringify(content).includes('"stale":true'))
