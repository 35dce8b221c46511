import type { Message } from '@lamella/core'
import type { RunContext } from '@lamella/runs'
import { type PrefixReply, prefixServer } from '@lamella/testkit'
import { toAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { fromOpenAIResponses, toOpenAIResponses, validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect } from 'vitest'
import type { VendorFacts } from './vendors.ts'

/** Cache marks move from request to request, however short the conversation is; nothing else may change with them. */
const marks = { cache: { minTokens: 0 } } as const

/** Sends the requests of a conversation to the API of its models, which checks the thinking. */
export interface ThinkingJudge {
  /** Checks a request, and returns the reasoning of its answer. */
  send(context: RunContext, before: RunContext | undefined): readonly unknown[]
  /** The thoughts that the requests had, and those that the API would have taken in them. */
  counts(): { readonly sent: number; readonly valid: number }
}

/** How the API of a vendor is used. */
interface Api {
  write(context: RunContext): object
  problems(request: object, previous: object | undefined): readonly unknown[]
  thoughts(reply: PrefixReply): readonly unknown[]
}

const apis: Readonly<Record<NonNullable<VendorFacts['thinks']>, Api>> = {
  anthropic: {
    write: (context) => toAnthropic(context, marks),
    problems: (request, previous) => validateAnthropic(request, { previous }).filter(({ level }) => level === 'error'),
    thoughts: ({ body }) => {
      const [{ signature }] = (body as { content: [{ signature: string }] }).content
      return [{ type: 'reasoning', text: 'Thought.', providerOptions: { anthropic: { signature } } }]
    },
  },
  'openai-responses': {
    write: (context) => toOpenAIResponses(context, { store: false }),
    problems: (request, previous) =>
      validateOpenAIResponses(request, { previous }).filter(
        ({ level, code }) => level === 'error' || code === 'OR-REASONING-PREFIX',
      ),
    thoughts: ({ body }) => {
      const [item] = (body as { output: object[] }).output
      const [message] = fromOpenAIResponses([item])
      return message?.content as readonly unknown[]
    },
  },
}

/** Creates the judge of one conversation; `undefined` if its models bind no thinking. */
export function thinkingJudge({ thinks }: VendorFacts): ThinkingJudge | undefined {
  if (thinks === undefined) return undefined
  const server = prefixServer(thinks)
  const { write, problems, thoughts } = apis[thinks]
  /** Thoughts that the epoch leaves out although the API would have taken them when it began; those of the last request. */
  let [lost, last] = [0, 0]
  let [sent, valid] = [0, 0]
  return {
    counts: () => ({ sent, valid }),
    send: (context, before) => {
      const request = write(context)
      expect(problems(request, before && write(before))).toEqual([])
      const reply = server.send(request)
      expect(reply).toMatchObject({ status: 200, invalid: [] })
      if (!before || context.report.run?.cut) {
        const { thinking, invalid } = server.send(write(withAllThinking(context)))
        // Another model needs no other head.
        const could = context.report.run?.cut?.reason === 'model' ? last : thinking - invalid.length
        lost = Math.max(0, could - reply.thinking)
      }
      last = reply.thinking
      sent += reply.thinking
      valid += reply.thinking + lost
      return thoughts(reply)
    },
  }
}

/** Returns the context as if no thinking were made in another one. */
function withAllThinking(context: RunContext): RunContext {
  const messages = context.messages.map((message): Message => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    const content = message.content.map((part) => {
      if (part.type !== 'reasoning') return part
      const { lamella: _, ...providerOptions } = part.providerOptions ?? {}
      return { ...part, providerOptions }
    })
    return { ...message, content }
  })
  return { ...context, messages }
}
