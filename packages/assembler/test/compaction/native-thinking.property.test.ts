import { compactSession } from '@lamella/compaction'
import { type ContextBuilder, createContext, defineLayer, type Message } from '@lamella/core'
import { bootstrap, history, message, system } from '@lamella/layers'
import { openRun, type Run, type RunContext, sentPrefix } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer, type PrefixReply, type PrefixServer, prefixServer } from '@lamella/testkit'
import { anthropicCompaction, anthropicFraming, fromAnthropic, toAnthropicBeta } from '@lamella/wire/anthropic'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../compaction/test/session/support.ts'

const model = 'claude-opus-5-5'
const numRuns = Number(process.env['LAMELLA_COMPACTIONS'] ?? 30)

type Step =
  | { readonly does: 'ask'; readonly size: number; readonly calls: number; readonly notes: number }
  | { readonly does: 'compact'; readonly keep: number; readonly during: boolean }

const ask = fc.record({
  does: fc.constant('ask' as const),
  size: fc.integer({ min: 0, max: 300 }),
  calls: fc.constantFrom(0, 0, 1, 2),
  /** The version of the notes. */
  notes: fc.constantFrom(0, 0, 0, 1, 2),
})
const compact = fc.record({
  does: fc.constant('compact' as const),
  keep: fc.constantFrom(2, 4, 8),
  during: fc.boolean(),
})
const plays = fc.record({
  steps: fc.array(fc.oneof({ weight: 5, arbitrary: ask }, { weight: 1, arbitrary: compact }), {
    minLength: 4,
    maxLength: 30,
  }),
  window: fc.constantFrom(6_000, 20_000, 200_000),
})

/** What a play has seen. */
interface Seen {
  /** Thoughts sent. */
  sent: number
  /** New epochs after a summary, thoughts in their first requests, and how many of them lost some. */
  cuts: number
  kept: number
  lost: number
}

/** A conversation with a server that signs thoughts and summaries, in a run over a store. */
class Play {
  readonly store = createSessionStore()
  readonly server: PrefixServer
  readonly seen: Seen = { sent: 0, cuts: 0, kept: 0, lost: 0 }
  notes = 0
  minute = 0
  calls = 0
  size = 0
  last: RunContext | undefined
  readonly #builder: ContextBuilder<string>
  #run: Run | undefined

  constructor(window: number) {
    this.server = prefixServer('anthropic', {
      answer: (_, number) =>
        this.calls-- > 0
          ? [{ type: 'tool_use', id: `call-${number}`, name: 'look', input: { at: number } }]
          : [{ type: 'text', text: `Answer ${number}. ${'word '.repeat(this.size / 5)}` }],
    })
    const notes = defineLayer('notes', {
      order: 300,
      priority: 500,
      stability: 'session',
      placement: 'system',
      update: 'replace',
      load: () => [{ id: 'notes', content: `Notes, version ${this.notes}.` }],
    })
    this.#builder = createContext()
      .use([system({ soul: 'You are Kim.' }), bootstrap({ name: 'Kim', clock: 'minute' }), notes, history(), message()])
      .tools([{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }])
      .tokenizer(charTokenizer)
      .framing(anthropicFraming)
      .parameters({ model })
      .budget({ window, reserve: 500 }) as unknown as ContextBuilder<string>
  }

  async ask({ size, calls, notes }: Step & { does: 'ask' }, during?: () => Promise<void>): Promise<void> {
    Object.assign(this, { notes, calls, size, minute: this.minute + 1 })
    this.#run ??= await openRun(this.#builder, { sessions: this.store, scope, id: 's' })
    const now = (): Date => new Date(Date.UTC(2026, 10, 23, 8, this.minute++))
    let question: string | undefined = `Question. ${'word '.repeat(size / 5)}`
    for (;;) {
      const context: RunContext = await this.#run.next({ ...(question && { message: question }), now: now() })
      const answer = this.#send(context)
      await this.#run.append(answer)
      const results = answer.flatMap(({ content }) => resultsOf(content))
      if (results.length === 0) return
      await this.#run.append([{ role: 'tool', content: results } as Message])
      question = undefined
      await during?.()
    }
  }

  #send(context: RunContext): readonly Message[] {
    this.last = context
    const reply: PrefixReply = this.server.send(toAnthropicBeta(context))
    // A change reaches the model even after a summary has replaced the update that told it first.
    const versions = JSON.stringify([context.system, context.messages]).match(/Notes, version \d/g)
    expect(versions?.at(-1)).toBe(`Notes, version ${this.notes}`)
    expect([reply.status, reply.invalid, reply.body]).toEqual([200, [], reply.body])
    if (context.report.run?.cut?.reason === 'asked') {
      this.seen.cuts++
      this.seen.kept += reply.thinking
      const isLost = JSON.stringify(context.messages).includes('"stale":true')
      if (isLost) this.seen.lost++
    }
    this.seen.sent += reply.thinking
    const { content } = reply.body as { readonly content: object[] }
    return fromAnthropic([{ role: 'assistant', content }] as Parameters<typeof fromAnthropic>[0]) as readonly Message[]
  }

  async compact(keep: number): Promise<void> {
    if (this.last === undefined) return
    const { run } = this.last
    const strategy = anthropicCompaction({
      send: (request, { betas }) => {
        const { status, body } = this.server.send({ ...request, betas })
        if (status !== 200) throw new Error(JSON.stringify(body))
        return body
      },
    })
    const result = await compactSession({
      store: this.store,
      scope,
      session: 's',
      compaction: [strategy],
      context: this.last,
      prefixOf: (before) => run && sentPrefix(run, before),
      model,
      keepRecent: keep,
      tokenizer: charTokenizer,
    })
    for (const { reason, cause } of result.tried) expect([reason, cause]).toEqual(['too-long', undefined])
  }
}

function resultsOf(content: Message['content']): readonly object[] {
  if (typeof content === 'string') return []
  return content.flatMap((part) => {
    if (part.type !== 'tool-call') return []
    const { toolCallId, toolName } = part
    return [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: 'Found it.' } }]
  })
}

describe('thinking after a summary that its provider wrote', () => {
  it(`is sent where it is valid, and only there, in ${numRuns} generated sessions`, async () => {
    const total = { sent: 0, cuts: 0, kept: 0, lost: 0 }
    await fc.assert(
      fc.asyncProperty(plays, async ({ steps, window }) => {
        const play = new Play(window)
        let during: (() => Promise<void>) | undefined
        for (const step of steps) {
          if (step.does === 'ask') {
            await play.ask(step, during)
            during = undefined
          } else if (step.during) during = () => play.compact(step.keep)
          else await play.compact(step.keep)
        }
        for (const key of Object.keys(total) as (keyof Seen)[]) total[key] += play.seen[key]
      }),
      { numRuns, endOnFailure: true },
    )
    console.log(JSON.stringify(total))
    expect(total.kept).toBeGreaterThan(0)
    // Where the head had to be made anew.
    expect(total.lost).toBeLessThan(total.cuts / 2)
  })
})
