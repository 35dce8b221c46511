import type { BuiltContext, CutReason, Message } from '@lamella/core'
import { prefixServer } from '@lamella/testkit'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toBedrockConverse } from '@lamella/wire/bedrock-converse'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Cast, Surroundings } from './cast.ts'
import { playRun } from './play-run.ts'
import { settings, steps } from './steps.ts'

const encoders = {
  anthropic: toAnthropic,
  'openai-chat': toOpenAIChat,
  'openai-responses': toOpenAIResponses,
  gemini: toGemini,
  'bedrock-converse': toBedrockConverse,
} as const
type Format = keyof typeof encoders

/** Cache marks move from request to request, however short the conversation is; nothing else may change with them. */
const marks = { cache: { minTokens: 0 } } as const

/** What generated runs contained. */
export interface Seen {
  requests: number
  extended: number
  /** Thinking blocks that were sent. */
  thoughts: number
  /** Cuts in the middle of a turn. */
  inTurn: number
  readonly reasons: Map<CutReason, number>
}

/** Judges generated runs in five formats. */
export async function judgeRuns(numRuns: number, castOf: (around: Surroundings) => Cast): Promise<Seen> {
  const seen: Seen = { requests: 0, extended: 0, thoughts: 0, inTurn: 0, reasons: new Map() }
  await fc.assert(
    fc.asyncProperty(steps, settings, async (list, setting) => {
      const server = prefixServer('anthropic')
      await playRun(list, setting, castOf, ({ context, again, before, message, erased }) => {
        seen.requests++
        const text = textsOf(context)
        if (message !== undefined) expect(text).toContain(message.trim())
        for (const gone of erased) expect(text).not.toContain(gone)
        expect(plain(again)).toEqual(plain(context))
        const { total, reserve } = context.report.tokens
        expect(total + reserve).toBeLessThanOrEqual(setting.window)
        const cut = context.report.run?.cut
        if (cut) seen.reasons.set(cut.reason, (seen.reasons.get(cut.reason) ?? 0) + 1)
        if (cut && message === undefined) seen.inTurn++
        if (before && !cut) {
          seen.extended++
          expect(context.system).toEqual(before.system)
          expect(context.tools).toEqual(before.tools)
          expect(context.messages.slice(0, before.messages.length)).toEqual(before.messages)
          for (const format of Object.keys(encoders) as Format[]) expectExtends(format, before, context)
        }
        const reply = server.send(toAnthropic(context, marks) as object)
        expect(reply).toMatchObject({ status: 200, invalid: [] })
        seen.thoughts += reply.thinking
        const [{ signature }] = (reply.body as { content: [{ signature: string }] }).content
        return [{ type: 'reasoning', text: 'Thought.', providerOptions: { anthropic: { signature } } }]
      })
    }),
    { numRuns },
  )
  return seen
}

/** A context without the functions of its report. */
const plain = ({ system, messages, tools, run }: BuiltContext): unknown => ({ system, messages, tools, run })

/** Sends both requests to a server that compares them. */
function expectExtends(format: Format, before: BuiltContext, context: BuiltContext): void {
  const server = prefixServer(format, { onMismatch: 'drop' })
  const encode = encoders[format] as (context: BuiltContext) => object
  const [first, second] = [encode(withoutThinking(before)), encode(withoutThinking(context))]
  server.send(first)
  const { prefix } = server.send(second)
  expect([
    format,
    prefix?.extends,
    prefix?.brokenAt,
    JSON.stringify([first, second]).slice(0, prefix?.extends ? 0 : 1500),
  ]).toEqual([format, true, undefined, ''])
}

/** The server knows only the thinking that it signed itself. */
function withoutThinking(context: BuiltContext): BuiltContext {
  const messages = context.messages.map((message): Message => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    return { ...message, content: message.content.filter(({ type }) => type !== 'reasoning') }
  })
  return { ...context, messages }
}

function textsOf({ system, messages }: BuiltContext): string {
  return [...system, ...messages]
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
}
