import { isLamellaError } from '@lamella/core'
import { readSession } from '@lamella/provider-fs'
import { expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const anthropic = [
  { role: 'user', content: 'Which port does the server use?' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: { path: 'server.ts' } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'listen(4711)' }] },
]
const claudeCode = [
  { type: 'queue-operation', operation: 'enqueue', sessionId: 's1' },
  { parentUuid: null, type: 'user', message: { role: 'user', content: 'Fix the test' }, uuid: 'u1', sessionId: 's1' },
]
const codex = [
  { timestamp: '', type: 'response_item', payload: { type: 'function_call', name: 'shell', call_id: 'c1' } },
]
const pi = [{ type: 'message', id: 'b', parentId: 'a', message: { role: 'assistant', content: [] } }]

it.each([
  ['messages of Anthropic', anthropic],
  ['contents of Gemini', [{ role: 'user', parts: [{ text: 'Hello' }] }]],
  ['UI messages of the AI SDK', [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }]],
  ['a transcript of Claude Code', claudeCode],
  ['a transcript of Codex', codex],
  ['a transcript of pi', pi],
])('a file with %s is refused by name, and the error says what to do', async (form, lines) => {
  const folder = await tempFolder()
  const path = await folder.write('s.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  const error: unknown = await readSession(path).catch((reason: unknown) => reason)
  expect(isLamellaError(error, 'SESSION_FORM_OTHER')).toBe(true)
  expect(error).toMatchObject({ details: { form }, fix: expect.stringMatching(/messages/) })
})

it('a line of another form among lines of a form that is read is only left out', async () => {
  const call = { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }] }
  const folder = await tempFolder()
  const path = await folder.write('s.jsonl', [...anthropic, call].map((line) => JSON.stringify(line)).join('\n'))
  expect((await readSession(path)).length).toBe(2)
})
