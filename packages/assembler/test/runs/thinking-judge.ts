import type { Message, ToolDefinition } from '@lamella/core'
import type { RunContext } from '@lamella/runs'
import { type PrefixReply, prefixServer } from '@lamella/testkit'
import { toAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { fromOpenAIResponses, toOpenAIResponses, validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect } from 'vitest'
import type { Sent } from './play-run.ts'
import type { VendorFacts } from './vendors.ts'

/** Cache marks move from request to request, however short the conversation is; nothing else may change with them. */
const marks = { cache: { minTokens: 0 } } as const

/** Sends the requests of a conversation to the API of its models, which checks the thinking. */
interface ThinkingJudge {
  /** Checks a request, and returns the reasoning of its answer. */
  send(sent: Pick<Sent, 'context' | 'before' | 'tools' | 'isAdded'>): readonly unknown[]
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

/** What is known of a request for the one that extends it. */
interface Known {
  /** How many thoughts the API would have taken in it. */
  readonly valid: number
  /** The reasoning of its answer. */
  readonly thoughts: readonly unknown[]
  readonly tools: readonly ToolDefinition[]
}

/**
 * Creates the judge of one conversation; `undefined` if its models bind no thinking.
 *
 * @param change Changes what is sent, as an encoder would that has a fault.
 */
export function thinkingJudge(
  facts: VendorFacts,
  change: (context: RunContext) => RunContext = (context) => context,
): ThinkingJudge | undefined {
  const { thinks } = facts
  if (thinks === undefined) return undefined
  const server = prefixServer(thinks)
  const { write, problems, thoughts } = apis[thinks]
  const known = new WeakMap<RunContext, Known>()
  let [all, validOfAll] = [0, 0]
  return {
    counts: () => ({ sent: all, valid: validOfAll }),
    send: ({ context, before, tools, isAdded }) => {
      const request = write(change(context))
      expect(problems(request, before && write(change(before)))).toEqual([])
      const reply = server.send(request)
      expect(reply).toMatchObject({ status: 200, invalid: [] })
      const last = before && known.get(before)
      const valid = Math.max(
        reply.thinking,
        last && goesOn(facts, context, last.tools, tools) ? inPrefix(last) : inHead(),
      )
      const own = thoughts(reply)
      known.set(context, { valid, thoughts: own, tools })
      all += reply.thinking
      validOfAll += valid
      return own

      /** All that the API took before is valid with the same prefix, and so is what was said since. */
      function inPrefix(one: Known): number {
        return one.valid + (isAdded(one.thoughts) ? one.thoughts.length : 0)
      }

      /** Behind another head, what the API says of it. */
      function inHead(): number {
        const { thinking, invalid } = server.send(write(withAllThinking(context)))
        return thinking - invalid.length
      }
    },
  }
}

/**
 * Whether a request could have the prefix of the one before, whatever it did: nothing has changed but what the vendor takes in
 * the middle of a request. What a run says of its cut is believed only for what no vendor takes there: a full window, an edit.
 *
 * Source: OpenAI, "Keep the prefix unchanged" and "Using GPT-6.2" (developer items, `additional_tools`,
 * `configuration_update`; another model removes what it cannot read); Anthropic, "Mid-conversation system messages" and
 * "Preserved thinking". Read on 2026-11-27.
 */
function goesOn(
  { instructed, takesTools, takesSettings }: VendorFacts,
  { messages, report }: RunContext,
  before: readonly ToolDefinition[],
  now: readonly ToolDefinition[],
): boolean {
  // Between a call and its result nothing can be told.
  const isBehindUser = messages.at(-1)?.role !== 'assistant'
  switch (report.run?.cut?.reason) {
    case undefined:
    case 'model':
      return true
    case 'instructions':
      return instructed.length > 0 && isBehindUser
    case 'settings':
      return takesSettings === true && isBehindUser
    case 'tools': {
      const isKept = before.every((tool) => now.some((one) => JSON.stringify(one) === JSON.stringify(tool)))
      return isBehindUser && (takesTools === 'all' || (takesTools === 'added' && isKept))
    }
    default:
      return false
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
