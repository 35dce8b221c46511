import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { prefixServer } from '@lamella/testkit'
import { compactionInAnthropic, encodeAnthropic, fromAnthropic, toAnthropicBeta } from '@lamella/wire/anthropic'
import { describe, expect, it } from 'vitest'
import { user } from './encoded.ts'

const model = 'claude-opus-5-5'
const plain = { type: 'compaction', content: 'Ada plants trees.', encrypted_content: 'ZW5j' }

describe('a summary that the API wrote at a threshold', () => {
  const said = { role: 'assistant', content: [plain, { type: 'text', text: 'Hi' }] }

  it('stays in its answer, which follows the messages that the API ignores', () => {
    const request = [user, { role: 'assistant', content: 'Hi' }, user, said, user]
    const { request: sent, losses, betas } = encodeAnthropic({ messages: fromAnthropic(request) }, { model })
    expect({ messages: sent.messages, losses, betas }).toEqual({
      messages: request,
      losses: [],
      betas: ['compact-2026-01-12'],
    })
  })

  it('is found in a response, with the messages that it replaces', () => {
    const response = { content: [{ ...plain, cache_control: { type: 'ephemeral' } }, ...said.content.slice(1)] }
    const compaction = { start: 0, end: 7, text: plain.content, native: { format: 'anthropic', content: plain } }
    expect(compactionInAnthropic(response, 7)).toEqual(compaction)
    expect(compactionInAnthropic(response.content, 7)).toEqual(compaction)
  })

  it('is the last of several', () => {
    const later = { ...plain, content: 'Later.' }
    expect(compactionInAnthropic([plain, { type: 'text', text: 'x' }, later], 3)?.native?.content).toEqual(later)
  })

  it.each<[string, unknown, number]>([
    ['none', [{ type: 'text', text: 'Hi' }], 4],
    ['one that failed', [{ type: 'compaction', content: null }], 4],
    ['an empty one', [{ type: 'compaction', content: ' ' }], 4],
    ['one in the first message of its session', [plain], 0],
    ['no response', undefined, 4],
  ])('is not found in a response with %s', (_, response, position) => {
    expect(compactionInAnthropic(response, position)).toBeUndefined()
  })

  it('is sent as the answer has it, and not twice, once the session is compacted', async () => {
    const scope = { tenant: 'acme' }
    const store = createSessionStore()
    const server = prefixServer('anthropic', {
      answer: (_, number) => (number === 2 ? said.content : [{ type: 'text', text: 'Hi' }]),
    })
    const send = async (): Promise<readonly unknown[]> => {
      const session = await openSession(store, scope, 's')
      const messages = await session.read(0, session.length, { signal: new AbortController().signal })
      const request = toAnthropicBeta({ messages }, { model })
      const { status, body, invalid } = server.send(request)
      expect([status, invalid]).toEqual([200, []])
      const { content } = body as { content: unknown }
      const { start, revision } = await store.append(scope, 's', fromAnthropic([{ role: 'assistant', content }]))
      const compaction = compactionInAnthropic(content, start)
      if (compaction) await store.compactions?.add(scope, 's', compaction, { expectedRevision: revision })
      return request.messages
    }
    for (const question of ['One?', 'Two?', 'Three?', 'Four?']) {
      await store.append(scope, 's', [{ role: 'user', content: question }])
      const sent = await send()
      expect(sent).toHaveLength({ 'One?': 1, 'Two?': 3, 'Three?': 2, 'Four?': 4 }[question] ?? 0)
    }
  })
})
