import { createContextBuilder, fromMessages, type MemoryChunk, renderChunk, toMessages } from '@lamella/chunks'
import { describe, expect, it } from 'vitest'
import { assistant, call, result, system, thinking, user } from '../support/chunks.ts'
import { examples } from '../support/examples.ts'

describe('chunks of an agent', () => {
  it('become AI SDK messages: thoughts and calls in one message, followed by their results', () => {
    const chunks = [
      system('s', 'Be kind.'),
      user('u', 'Look.'),
      thinking('t', 'Hm.'),
      call('a', '1', '{"path": "/src/main.ts"}'),
      call('b', '2', { deep: true }),
      result('c', '1', 'text'),
      result('d', '2', { lines: 3 }),
      assistant('e', 'Done.'),
    ]
    const tool = { toolName: 'look' }
    expect(toMessages(chunks)).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'tool-call', toolCallId: '1', ...tool, input: { path: '/src/main.ts' } },
          { type: 'tool-call', toolCallId: '2', ...tool, input: { deep: true } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: '1', ...tool, output: { type: 'text', value: 'text' } },
          { type: 'tool-result', toolCallId: '2', ...tool, output: { type: 'json', value: { lines: 3 } } },
        ],
      },
      { role: 'assistant', content: 'Done.' },
    ])
  })

  it('turn failed results into errors, as text or JSON', () => {
    const failed = (content: unknown): MemoryChunk => {
      const metadata = { tool: 'look', callId: '1', success: false }
      return { id: 'c', type: 'ENVIRONMENT', subType: 'TOOL_RESULT', content, metadata }
    }
    const outputs = toMessages([failed('gone'), failed({ code: 7 }), failed(undefined)]).flatMap(({ content }) =>
      Array.isArray(content) ? content.map((part) => 'output' in part && part.output) : [],
    )
    expect(outputs).toEqual([
      { type: 'error-text', value: 'gone' },
      { type: 'error-json', value: { code: 7 } },
      { type: 'error-json', value: null },
    ])
  })

  it('are written in their tags if messages have no equivalent', () => {
    const others = examples.filter(({ chunk }) => {
      const canonical = ['TOOL_CALL', 'TOOL_RESULT', 'THINKING', 'USER']
      return chunk.type !== 'SYSTEM' && chunk.type !== 'AGENT' && !canonical.includes(chunk.subType ?? '')
    })
    expect(others.length).toBe(11)
    for (const { chunk, role } of others) expect(toMessages([chunk])).toEqual([{ role, content: renderChunk(chunk) }])
  })

  it('use their current content if it changed after the conversion from messages', () => {
    const [chunk] = fromMessages([
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'b', output: { type: 'content', value: [] } }],
      },
    ])
    const changed = { ...(chunk as MemoryChunk), content: 'cut' } as MemoryChunk
    expect(toMessages([changed])).toMatchObject([{ content: [{ output: { type: 'text', value: 'cut' } }] }])
    const changedText = { ...fromMessages([{ role: 'user', content: 'a' }])[0], content: { b: 1 } } as MemoryChunk
    expect(toMessages([changedText])).toEqual([{ role: 'user', content: '{"b":1}' }])
  })
})

describe("a user's approval response", () => {
  it('is kept or dropped together with its call', () => {
    const chunks = fromMessages([
      { role: 'user', content: 'old' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'c' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'rm', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'p', approved: false, reason: 'No.' },
          { type: 'tool-result', toolCallId: 'c', toolName: 'rm', output: { type: 'execution-denied' } },
        ],
      },
      { role: 'user', content: 'new' },
    ])
    const builder = createContextBuilder()
    const all = builder.build({ chunks })
    expect(all.includedChunkIds).toEqual(['m0', 'm1', 'm1-1', 'm2', 'm2-1', 'm3'])
    expect(all.messages[2]?.content).toContain('Tool execution denied.')
    for (let window = 15; window < all.tokenCount; window++) {
      const { includedChunkIds } = builder.build({ chunks }, { window })
      const kept = ['m1', 'm1-1', 'm2', 'm2-1'].filter((id) => includedChunkIds.includes(id))
      expect([0, 4]).toContain(kept.length)
    }
  })
})
