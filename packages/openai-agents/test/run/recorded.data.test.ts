import type { Context } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import { prefixServer } from '@lamella/testkit'
import { validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'
import { noRecordings, type Recording, recordings } from '../../../bench/src/prefix/conversations.ts'
import { agentsSession, type HostedRequest, runOptions } from '../../src/index.ts'
import { replay, type SentRequest } from '../helpers/replay.ts'

if (noRecordings !== undefined) console.log(`skipped: recorded conversations, since ${noRecordings}`)

const scope = { tenant: 'acme', session: 'recorded' }

/** How many conversations of a recording are replayed, and how many messages of each. */
const most = Number(process.env['LAMELLA_REPLAYS'] ?? 3)
const length = Number(process.env['LAMELLA_REPLAY_LENGTH'] ?? 80)

/** The SDK stores calls without the ids of their items. */
function comparable({ input, ...request }: SentRequest): object {
  const items = input.map(({ id, ...item }) =>
    String(item['type']).startsWith('function_call') ? item : { ...item, id },
  )
  return { ...request, input: items }
}

describe.skipIf(noRecordings !== undefined)('recorded conversations through the loop of the SDK', () => {
  const all: readonly Recording[] = noRecordings === undefined ? recordings() : []
  const cases = all.flatMap((recording) =>
    recording.conversations
      .slice(0, most)
      .map((whole, index) => ({ recording, conversation: whole.slice(0, length), index, name: recording.name })),
  )

  it.each(cases)('$name, conversation $index', async ({ recording, conversation }) => {
    const [window = 0] = recording.windows
    const sessions = createSessionStore()
    const contexts: Context[] = []
    const onRequest = ({ context }: HostedRequest): void => void contexts.push(context)
    const { sent, asked, play } = replay(recording, conversation)
    await play(() => runOptions({ sessions, scope, window, reserve: 1_000, onRequest }))
    expect(sent).toHaveLength(contexts.length)
    const server = prefixServer('openai-responses')
    for (const [index, request] of sent.entries()) {
      const problems = validateOpenAIResponses(request).filter(({ level }) => level === 'error')
      expect(problems, `request ${index}`).toEqual([])
      const { report } = contexts[index] as Context
      expect(report.tokens.total).toBeLessThanOrEqual(window)
      const { prefix } = server.send(comparable(request))
      if (prefix && !report.run?.cut) expect(prefix, `request ${index}`).toMatchObject({ extends: true })
    }
    // The session holds what was said, in full, and nothing that the filter made.
    const items = await agentsSession({ sessions, scope }).getItems()
    const questions = items.flatMap((item) => (item.type === 'message' && item.role === 'user' ? [item.content] : []))
    expect(questions).toEqual(asked)
    const thoughts = items.filter(({ type }) => type === 'reasoning')
    expect(thoughts.map((item) => item.providerData?.['encrypted_content'])).toEqual(
      sent.map((_, index) => `encrypted-${index}`),
    )
    expect(JSON.stringify(items)).not.toContain('lamella')
  })
})
