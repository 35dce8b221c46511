import type { Framing } from '@lamella/core'
import type { RunContext } from '@lamella/runs'
import { withStaleThinking } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import { playRun } from './play-run.ts'
import { standardCast } from './standard-cast.ts'
import type { Setting, Step } from './steps.ts'
import { thinkingJudge } from './thinking-judge.ts'
import { type Vendor, vendors } from './vendors.ts'

/** A fault in what runs or encoders do, which the judge has to notice. */
interface Fault {
  /** What changes in the conversation. */
  readonly kind: 'instructions' | 'tools' | 'effort' | 'model'
  readonly framing?: (framing: Framing) => Framing
  readonly send?: (context: RunContext) => RunContext
}

const usual = { kind: 'turn', words: 20, rounds: [], end: 'answered', image: false } as const satisfies Step

/** The share of the thoughts that could be kept which conversations send in which something changes after some turns. */
async function shareOf(vendor: Vendor, { kind, framing = (own) => own, send }: Fault): Promise<number> {
  let [sent, valid] = [0, 0]
  for (const turns of [4, 5, 6, 7]) {
    const judge = thinkingJudge(vendors[vendor], send)
    const before = Array.from({ length: turns }, () => usual)
    const setting: Setting = {
      ...{ window: 20_000, maxMessages: undefined, reminder: 'none', isFlaky: false, searches: false, max: undefined },
      ...{ vendor, isStored: false },
    }
    const steps: readonly Step[] = [...before, { kind }, usual, usual]
    await playRun(steps, setting, standardCast, (one) => judge?.send(one) ?? [], framing(vendors[vendor].framing))
    const counts = judge?.counts()
    sent += counts?.sent ?? 0
    valid += counts?.valid ?? 0
  }
  expect(valid).toBeGreaterThan(40)
  return sent / valid
}

/** Leaves out all thinking, as if it were stale. */
const withoutThinking = (context: RunContext): RunContext => ({
  ...context,
  messages: context.messages.map(withStaleThinking),
})

const without =
  (key: 'takesInstructions' | 'takesToolChanges' | 'takesSettings') =>
  (framing: Framing): Framing => {
    const { [key]: _, ...rest } = framing
    return rest
  }

describe.each(['openai-reasoning', 'anthropic-tools'] as const)('the judge of thinking, for %s', (vendor) => {
  it.each(['instructions', 'tools', 'effort', 'model'] as const)(
    'finds that all of it is kept, whatever changes: %s',
    async (kind) => {
      expect(await shareOf(vendor, { kind })).toBe(1)
    },
  )

  it.each<[string, Fault]>([
    ['begin an epoch for an instruction', { kind: 'instructions', framing: without('takesInstructions') }],
    ['begin an epoch for a tool', { kind: 'tools', framing: without('takesToolChanges') }],
    ['leave out thinking that is valid', { kind: 'model', send: withoutThinking }],
  ])('notices runs that %s, although it could be announced', async (_, fault) => {
    expect(await shareOf(vendor, fault)).toBeLessThan(0.95)
  })
})

it('the judge of thinking notices runs that begin an epoch for an effort, although it could be announced', async () => {
  const fault: Fault = { kind: 'effort', framing: without('takesSettings') }
  expect(await shareOf('openai-reasoning', fault)).toBeLessThan(0.95)
})
