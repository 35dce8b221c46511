import { readTranscripts } from '@lamella/provider-fs/transcripts'
import { expect, it } from 'vitest'

const began = Date.UTC(2026, 9, 6, 8)

/** A turn of a rollout: when it was asked, and when it was answered, in milliseconds after the session began. */
type Turn = readonly [asked: number, answered: number]

async function uncertainIn(turns: readonly Turn[], { isFork = true } = {}): Promise<readonly boolean[]> {
  const line = (at: number, type: string, payload: object): string =>
    JSON.stringify({ timestamp: new Date(began + at).toISOString(), type, payload })
  const lines = [
    line(1, 'session_meta', {
      id: 'c2',
      timestamp: new Date(began).toISOString(),
      ...(isFork && { forked_from_id: 'c1' }),
    }),
    ...turns.flatMap(([asked, answered], index) => {
      const text = (role: string) => [
        { type: role === 'user' ? 'input_text' : 'output_text', text: `${role} ${index}` },
      ]
      const usage = { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5 }
      const info = { last_token_usage: usage, total_token_usage: { input_tokens: 10 * (index + 1) } }
      return [
        line(asked, 'response_item', { type: 'message', role: 'user', content: text('user') }),
        line(answered, 'response_item', { type: 'message', role: 'assistant', content: text('assistant') }),
        line(answered, 'event_msg', { type: 'token_count', info }),
      ]
    }),
  ]
  const [session] = await readTranscripts(lines)
  return (session?.requests ?? []).map(({ uncertain }) => uncertain === true)
}

const slow: Turn = [90_000, 96_000]

it.each<[string, readonly Turn[], readonly boolean[]]>([
  ['with the time of their writing', [[5, 5], [5, 5], slow], [true, true, false]],
  ['also where that took seconds', [[5, 5], [2_500, 2_500], slow], [true, true, false]],
  ['also where the clock ticked between an input and its answer', [[5, 6], [6, 6], slow], [true, true, false]],
  ['with the times of their originals', [[-9_000, -8_000], [-5_000, -1_000], slow], [true, true, false]],
  [
    'and no answer of its own, however soon it came',
    [
      [5, 5],
      [6, 140],
    ],
    [true, false],
  ],
])('answers that a fork of Codex copied are uncertain without its parent, %s', async (_, turns, expected) => {
  expect(await uncertainIn(turns)).toEqual(expected)
  expect(await uncertainIn(turns, { isFork: false })).toEqual(turns.map(() => false))
})
