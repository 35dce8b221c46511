import { createContextAssembler } from '@lamella/assembler'
import type { Message, Tokenizer } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { executor, scope, tool } from '../assembler/support.ts'

// 1,000 sessions of each window: LAMELLA_SESSIONS=1000.
const numRuns = Number(process.env['LAMELLA_SESSIONS'] ?? 3)
// To shrink a session takes minutes.
const runs = { numRuns, endOnFailure: true }

/** A session, in shares of what a request has for messages. */
interface Sample {
  /** Size of the system prompt, as a share of the window. */
  readonly head: number
  readonly turns: readonly {
    readonly question: number
    readonly steps: readonly number[]
    readonly answer: number
  }[]
}

/** @param jumps Whether a message can be much larger than all before it. */
const sessions = (jumps: boolean): fc.Arbitrary<Sample> => {
  const size = (most: number): fc.Arbitrary<number> => fc.double({ min: 0.001, max: most, noNaN: true })
  const sized = jumps ? fc.oneof({ weight: 9, arbitrary: size(0.05) }, { weight: 1, arbitrary: size(0.4) }) : undefined
  return fc.double({ min: 0.02, max: 0.05, noNaN: true }).chain((most) => {
    const one = sized ?? size(most)
    return fc.record({
      head: fc.double({ min: 0, max: 0.5, noNaN: true }),
      turns: fc.array(fc.record({ question: one, steps: fc.array(one, { maxLength: 16 }), answer: one }), {
        minLength: 60,
        maxLength: 60,
      }),
    })
  })
}

/** A text that says how many tokens it takes, so that a long session costs nothing to count. */
const text = (tokens: number): string => `~${Math.max(1, Math.floor(tokens))}~`

const tokenizer: Tokenizer = {
  name: 'said',
  exact: true,
  count: (content) => {
    let tokens = 0
    const rest = content.replace(/~(\d+)~/g, (_, said: string) => {
      tokens += Number(said)
      return ''
    })
    return tokens + Math.ceil(rest.length / 4)
  },
}

function* messagesOf({ turns }: Sample, available: number): Generator<readonly Message[]> {
  for (const { question, steps, answer } of turns) {
    const asks: Message = { role: 'user', content: text(question * available) }
    let next: readonly Message[] = [asks]
    for (const [index, step] of steps.entries()) {
      yield next
      const call = { toolCallId: `c${index}`, toolName: 'look' } as const
      next = [
        { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
        {
          role: 'tool',
          content: [{ type: 'tool-result', ...call, output: { type: 'text', value: text(step * available) } }],
        },
      ]
    }
    yield next
    yield [{ role: 'assistant', content: text(answer * available) }]
  }
}

/** How a session was asked to be compacted before its first cut for room. */
interface Played {
  /** Whether the request before the cut said so. */
  readonly before: boolean
  /** Whether a check of the request that is cut said so. */
  readonly checked: boolean
  /** The share of what messages can have that was used when it was first asked for. */
  readonly used: number | undefined
  readonly requests: number
}

/** Sends requests until one is cut for room. */
async function play(sample: Sample, window: number, checks: boolean): Promise<Played | undefined> {
  const sessionStore = createSessionStore()
  let time = Date.parse('2024-01-01T12:00:00Z')
  const assembler = createContextAssembler(
    {
      sessionStore,
      scope,
      toolExecutor: executor(tool('look')),
      now: () => {
        time += 60_000
        return new Date(time)
      },
    },
    {
      model: 'any',
      tokenizer,
      compaction: { messageThreshold: 100_000, toolThreshold: 100_000 },
      sections: [{ name: 'head', content: text(sample.head * window), order: 50 }],
    },
  )
  const models = { model: 'any', window } as const
  const budget = window - 2_000
  const available = budget - Math.floor(sample.head * window) - 400
  let before = false
  let used: number | undefined
  let requests = 0
  for (const messages of messagesOf(sample, available)) {
    await sessionStore.append(scope, 's', messages)
    if (messages[0]?.role === 'assistant' && typeof messages[0].content === 'string') continue
    const checked = checks && (await assembler.checkCompaction('s', models)).needed
    const { metadata, report } = await assembler.assemble('s', undefined, models)
    requests++
    if (report.run?.cut?.reason === 'window') return { before, checked, used, requests }
    before = metadata.shouldCompact
    if (!before || used !== undefined) continue
    const check = await assembler.checkCompaction('s', models)
    expect(check.reason).toBe('token_limit')
    expect(check.free).toBe(budget - report.tokens.total)
    used = 1 - check.free / check.available
  }
  return undefined
}

describe('a check of compaction', () => {
  it.each([8_000, 32_000, 200_000])(
    `asks in the request before the first cut for room, and not in a short session, in ${numRuns} sessions of %s tokens`,
    async (window) => {
      let cuts = 0
      const shares: number[] = []
      await fc.assert(
        fc.asyncProperty(sessions(false), async (sample) => {
          const played = await play(sample, window, false)
          if (!played) return
          cuts++
          expect(played.before).toBe(true)
          shares.push(played.used ?? 0)
        }),
        runs,
      )
      expect(cuts).toBeGreaterThan(0)
      // It does not ask early either: not in a short session, and mostly when two thirds of what messages can have are used.
      expect(Math.min(...shares)).toBeGreaterThan(0.25)
      expect(shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)]).toBeGreaterThan(0.6)
    },
  )

  it.each([8_000, 32_000])(
    `asks before a request that is cut is made, however large its messages are, in ${numRuns} sessions of %s tokens`,
    async (window) => {
      let cuts = 0
      await fc.assert(
        fc.asyncProperty(sessions(true), async (sample) => {
          const played = await play(sample, window, true)
          if (!played) return
          cuts++
          expect(played.checked).toBe(true)
        }),
        runs,
      )
      expect(cuts).toBeGreaterThan(0)
    },
  )
})
