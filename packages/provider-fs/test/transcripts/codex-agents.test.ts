import { readTranscripts } from '@lamella/provider-fs/transcripts'
import { expect, it } from 'vitest'
import { brief } from './helpers/brief.ts'

let clock = Date.UTC(2026, 9, 6, 8)

/** A line of a rollout, written a second after the one before. */
function line(type: string, payload: object): string {
  clock += 1_000
  return JSON.stringify({ timestamp: new Date(clock).toISOString(), type, payload })
}

const meta = line('session_meta', { id: 'c1', cwd: '/', cli_version: '0.160.0' })
const said = (role: string, text: string): string =>
  line('response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })

// openai/codex, protocol of 2026-10: `usage.input_tokens` has what was read from the cache and written to it.
const usage = (input: number, cached: number, written: number): object => ({
  input_tokens: input,
  cached_input_tokens: cached,
  cache_write_input_tokens: written,
  output_tokens: 5,
  total_tokens: input + 5,
})
const record = (response: string, numbers: object, thread = 'c1'): string =>
  line('token_usage_record', { thread_id: thread, response_id: response, usage: numbers, thread_token_usage: numbers })
const event = (last: object, total: object): string =>
  line('event_msg', { type: 'token_count', info: { last_token_usage: last, total_token_usage: total } })

it('messages of other agents are in the window of a Codex session', async () => {
  const [session] = await readTranscripts([
    meta,
    said('user', 'Paint the gate.'),
    line('inter_agent_communication', { author: '/root/a', recipient: '/root', content: 'Blue is sold out.' }),
    line('inter_agent_communication', {
      author: '/root/a',
      recipient: '/root',
      content: '',
      encrypted_content: 'gAAA',
    }),
    line('inter_agent_communication_metadata', { trigger_turn: true }),
    line('response_item', {
      type: 'agent_message',
      author: '/root/b',
      recipient: '/root',
      content: [
        { type: 'input_text', text: 'Message Type: MESSAGE' },
        { type: 'encrypted_content', encrypted_content: 'gAAA' },
      ],
    }),
    line('retained_context', {}),
    line('response_item', { type: 'additional_tools', tools: [] }),
    said('assistant', 'Green it is.'),
  ])
  expect(brief(session?.window ?? [])).toEqual([
    'user: Paint the gate.',
    'user: Blue is sold out.',
    'user: Message Type: MESSAGE',
    'assistant: Green it is.',
  ])
  expect(session?.window.map(({ by }) => by)).toEqual(['person', 'program', 'program', 'model'])
  expect(session?.unknown).toEqual({})
})

it('an answer that both a line and an event of Codex count is counted once, with what it wrote to the cache', async () => {
  const [one, two, three] = [usage(100, 0, 60), usage(200, 60, 100), usage(300, 160, 0)]
  const [session] = await readTranscripts([
    meta,
    said('user', 'Paint the gate.'),
    // An older version wrote events alone.
    event(one, { total_tokens: 105 }),
    record('of another session', usage(900, 0, 0), 'c0'),
    record('r1', two),
    event(two, { total_tokens: 310 }),
    record('r2', three),
    record('r2', three),
    event(three, { total_tokens: 615 }),
  ])
  expect(session?.requests.map((request) => request.usage)).toEqual([
    { input: 40, cacheWrite: 60, cacheRead: 0, output: 5 },
    { input: 40, cacheWrite: 100, cacheRead: 60, output: 5 },
    { input: 140, cacheWrite: 0, cacheRead: 160, output: 5 },
  ])
})
