import { createContext, type Layer, type Message } from '@lamella/core'
import { bootstrap, history, message, system } from '@lamella/layers'
import { extend, type RunState } from '@lamella/runs'
import { prefixServer } from '@lamella/testkit'
import { toAnthropic } from '@lamella/wire/anthropic'
import { describe, expect, it } from 'vitest'

const model = 'claude-opus-5-5'

/** Plays turns with one signed thought each, as a run. */
async function play(layers: readonly Layer[], window: number, turns: number, words: number) {
  const server = prefixServer('anthropic')
  const builder = createContext()
    .use([system({ soul: 'You are Kim.' }), ...layers, history(), message()])
    .parameters({ model })
    .budget({ window, reserve: 500 })
  const session: Message[] = []
  const seen = { requests: 0, refused: 0, sent: 0, invalid: 0, cuts: 0 }
  let run: RunState | undefined
  for (let turn = 0; turn < turns; turn++) {
    const question = `Question ${turn}? ${'word '.repeat(words)}`
    const now = new Date(Date.UTC(2026, 10, 23, 8, turn))
    const context = await extend(builder, {
      scope: { tenant: 'acme' },
      session: [...session],
      message: question,
      now,
      ...(run && { run }),
    })
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    const reply = server.send(toAnthropic(context) as object)
    seen.requests++
    if (reply.status !== 200) seen.refused++
    seen.sent += reply.thinking
    seen.invalid += reply.invalid.length
    if (context.report.run?.cut) seen.cuts++
    const [{ signature } = { signature: '' }] = (reply.body as { content: readonly { signature: string }[] }).content
    session.push(
      { role: 'user', content: question },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Thought.', providerOptions: { anthropic: { signature } } },
          { type: 'text', text: `Answer ${turn}. ${'word '.repeat(words)}` },
        ],
      },
    )
  }
  return seen
}

describe('thinking in a run', () => {
  const clock = bootstrap({ name: 'Kim', clock: 'minute' })
  const none = bootstrap({ name: 'Kim', clock: 'none' })
  // With a clock and without; the clock before the history or after it; with cuts and without.
  it.each<[string, readonly Layer[], number, number, number]>([
    ['no clock, all fits', [none], 100_000, 12, 20],
    ['a clock, all fits', [clock], 100_000, 12, 20],
    ['a clock after the history, all fits', [{ ...clock, order: 650 }], 100_000, 12, 20],
    ['no clock, window of 6,000', [none], 6_000, 60, 100],
  ])('is sent, and none of it is invalid: %s', async (name, layers, window, turns, words) => {
    const seen = await play(layers, window, turns, words)
    console.log(`${name}: ${JSON.stringify(seen)}`)
    expect(seen).toMatchObject({ requests: turns, refused: 0, invalid: 0 })
    // Without a cut each request sends all earlier thoughts; after one, those made since.
    if (window > 6_000) expect(seen).toMatchObject({ cuts: 0, sent: (turns * (turns - 1)) / 2 })
    else expect([seen.cuts > 0, seen.sent > 4 * turns]).toEqual([true, true])
  })
})
