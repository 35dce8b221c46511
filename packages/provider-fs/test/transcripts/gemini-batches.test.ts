import { readTranscripts } from '@lamella/provider-fs/transcripts'
import { expect, it } from 'vitest'

const message = (id: string, content: string): object => ({
  id,
  timestamp: '2026-11-01T10:00:00.000Z',
  type: 'user',
  content: [{ text: content }],
})

// Gemini CLI 0.58 writes the first messages, and those that it shortens, as a list that replaces all before it.
it('a list that keeps all messages of a Gemini CLI session is no compaction', async () => {
  const [session] = await readTranscripts(
    [
      { sessionId: 'g1', projectHash: 'h', kind: 'main' },
      { $set: { messages: [message('a', 'one')] } },
      message('b', 'two'),
      { $set: { messages: [message('a', 'shortened'), message('b', 'two')] } },
      { $set: { messages: [message('c', 'a summary'), message('b', 'two')] } },
    ].map((line) => JSON.stringify(line)),
  )
  expect(session?.compactions).toMatchObject([{ line: 5, kept: 1, lost: [{ id: 'a' }] }])
  expect(session?.window.map(({ id }) => id)).toEqual(['c', 'b'])
})
