import { createSessionStore } from '@lamella/store/memory'
import { prefixServer } from '@lamella/testkit'
import { validateOpenAIChat } from '@lamella/wire/openai-chat'
import { describe, expect, it } from 'vitest'
import { noRecordings, type Recording, recordings } from '../../bench/src/prefix/conversations.ts'
import { type HostedRequest, lamella } from '../src/index.ts'
import { chatBody, replay } from './helpers/replay.ts'

if (noRecordings !== undefined) console.log(`skipped: recorded conversations, since ${noRecordings}`)

/** How many conversations of a recording are replayed, and how many messages of each. */
const most = Number(process.env['LAMELLA_REPLAYS'] ?? 3)
const length = Number(process.env['LAMELLA_REPLAY_LENGTH'] ?? 80)

describe.skipIf(noRecordings !== undefined)('recorded conversations through an agent of LangChain', () => {
  const all: readonly Recording[] = noRecordings === undefined ? recordings() : []
  const cases = all.flatMap((recording) =>
    recording.conversations
      .slice(0, most)
      .map((conversation, index) => ({ recording, conversation, index, name: recording.name })),
  )

  it.each(cases)('$name, conversation $index', async ({ recording, conversation }) => {
    const [window = 0] = recording.windows
    const requests: HostedRequest[] = []
    const middleware = lamella({
      sessions: createSessionStore(),
      scope: { tenant: 'acme' },
      window,
      reserve: 1_000,
      onRequest: (request) => requests.push(request),
    })
    const { model, state, asked } = await replay(recording, conversation.slice(0, length), middleware)
    const server = prefixServer('openai-chat')
    expect(model.sent).toHaveLength(requests.length)
    for (const [index, messages] of model.sent.entries()) {
      const body = { model: 'gpt-5', ...chatBody(messages) }
      expect(
        validateOpenAIChat(body).filter(({ level }) => level === 'error'),
        `request ${index}`,
      ).toEqual([])
      const { report } = (requests[index] as HostedRequest).context
      expect(report.tokens.total).toBeLessThanOrEqual(window)
      const { prefix } = server.send(body)
      if (prefix && !report.run?.cut) expect(prefix, `request ${index}`).toMatchObject({ extends: true })
    }
    // The state has what was said, in full, with its signatures, and nothing that the middleware made.
    expect(state.filter(({ type }) => type === 'human').map(({ text }) => text)).toEqual(asked)
    const signatures = state.flatMap(({ type, content }) =>
      type === 'ai' && Array.isArray(content) ? [content[0]?.['signature']] : [],
    )
    expect(signatures).toEqual(model.sent.map((_, index) => `signature-${index}`))
    expect(JSON.stringify(state)).not.toContain('lamella')
    expect(requests.map(({ usage }) => usage?.input)).toEqual(model.sent.map((_, index) => 100 + index))
  })
})
