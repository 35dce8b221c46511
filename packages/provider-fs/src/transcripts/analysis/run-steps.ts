import type { Message, Tokenizer, UserMessage } from '@lamella/core'
import { createCounter, isOverflow } from '@lamella/core/plugin'
import { conversationBuilder } from '@lamella/layers'
import { extend, nextCut, type RunContext, type RunState } from '@lamella/runs'
import { simpleFraming } from '@lamella/wire/measure'
import type { RunCut } from '../contract/side-by-side.ts'

/** A conversation, and when it was asked for an answer. */
export interface Asked {
  readonly messages: readonly Message[]
  /** In the order of the conversation. */
  readonly at: readonly {
    /** How many of its messages were there. */
    readonly before: number
    readonly model: string | undefined
    /** Whether what was sent is wanted. */
    readonly isShown: boolean
  }[]
  readonly window: number
  readonly reserve: number
  readonly tokenizer: Tokenizer
  /** Called before each request that is built, for a page that has to stay usable. */
  readonly pause?: (() => PromiseLike<void>) | undefined
}

/** A request of a run. */
export interface RunStep {
  readonly tokens: number
  /** Tokens at its start that repeat the request before. */
  readonly repeated: number
  /** Absent if it extends the one before. */
  readonly cut?: RunCut
  /** What was sent, where it is wanted. */
  readonly sent?: readonly Message[]
}

const scope = { tenant: 'local' }

/**
 * Returns the requests of a run over a conversation: by `extend`, which `openRun` calls for each of its requests, with the history and its digest.
 *
 * Inside an epoch a request is the one before and what is new. So only those are built where a cut may come: a run is cut when a
 * request does not fit, and before a question if there is less room than the largest recent turn took (`nextCut`). Up to half of
 * the way there, no turn can have been so large.
 *
 * @returns Fewer than asked, if one can in no way fit.
 */
export async function runSteps({
  messages,
  at,
  window,
  reserve,
  tokenizer,
  pause,
}: Asked): Promise<readonly RunStep[]> {
  const builder = conversationBuilder().tokenizer(tokenizer).framing(simpleFraming).budget({ window, reserve })
  const counter = createCounter(tokenizer, simpleFraming)
  const steps: RunStep[] = []
  let run: RunState | undefined
  let [tokens, until, known, model] = [0, 0, 0, at[0]?.model]
  for (const [index, asked] of at.entries()) {
    const more = run === undefined ? 0 : counter.content(messages.slice(until, asked.before))
    const isPlain = run !== undefined && asked.model === model && !asked.isShown && index < at.length - 1
    const isQuestion = messages[asked.before - 1]?.role === 'user'
    if (isPlain && tokens + more <= (isQuestion ? known : window - reserve)) {
      steps.push({ tokens: tokens + more, repeated: tokens })
      ;[tokens, until] = [tokens + more, asked.before]
      continue
    }
    await pause?.()
    const context = await built(asked)
    if (context === undefined) break
    const { report } = context
    const { cut } = report.run ?? {}
    const isBegun = run !== undefined && cut !== undefined
    const { kept } = context.run
    const dropped = (kept.at(-1)?.[1] ?? 0) - kept.reduce((sum, [start, end]) => sum + end - start, 0)
    steps.push({
      tokens: report.tokens.total,
      repeated: isBegun ? (report.cache.prefix ?? 0) : run === undefined ? 0 : tokens,
      ...(isBegun && { cut: { reason: cut.reason, dropped } }),
      ...(asked.isShown && { sent: context.messages }),
    })
    run = context.run
    ;({ total: tokens } = report.tokens)
    ;[until, model] = [asked.before, asked.model]
    known = (tokens + nextCut(context, counter.content).limit) / 2
  }
  return steps

  async function built(asked: Asked['at'][number]): Promise<RunContext | undefined> {
    const before = messages.slice(0, asked.before)
    const last = before.at(-1)
    const message = last?.role === 'user' ? (last as UserMessage) : undefined
    const session = message ? before.slice(0, -1) : before
    try {
      return await extend(builder.parameters(asked.model === undefined ? {} : { model: asked.model }), {
        scope,
        session,
        ...(message && { message }),
        ...(run && { run }),
      })
    } catch (error) {
      if (isOverflow(error)) return undefined
      throw error
    }
  }
}
