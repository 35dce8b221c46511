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
const geminiCli = [
  { sessionId: 's1', projectHash: 'p1', startTime: '2026-08-05T10:00:00.000Z', kind: 'main' },
  { id: 'g1', type: 'user', content: [{ text: 'Which trees?' }] },
  { id: 'g2', type: 'gemini', content: '', toolCalls: [{ id: 'c1', name: 'read_file', args: {} }] },
]
const converse = [
  { role: 'user', content: [{ text: 'Hello' }] },
  { role: 'assistant', content: [{ toolUse: { toolUseId: 'c1', name: 'read', input: {} } }] },
]
const items = [
  { role: 'user', content: 'Hello' },
  { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' },
  { type: 'function_call_output', call_id: 'c1', output: 'listen(4711)' },
]
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
const oldUi = { id: 'm1', role: 'assistant', content: 'Done.', toolInvocations: [{ state: 'result', toolName: 'f' }] }
const call = { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }] }

it.each([
  ['messages of Anthropic', anthropic],
  ['contents of Gemini', [{ role: 'user', parts: [{ text: 'Hello' }] }]],
  ['UI messages of the AI SDK', [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }]],
  ['a session of Claude Code', claudeCode],
  ['a session of Codex', codex],
  ['a session of pi', pi],
  ['a session of Gemini CLI', geminiCli],
  ['a session of Gemini CLI', geminiCli.slice(2)],
  ['messages of Bedrock Converse', converse],
  ['items of OpenAI Responses', items],
  ['items of OpenAI Responses', [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }]],
  ['messages of Anthropic', [{ role: 'user', content: [picture] }, ...anthropic]],
  ['messages of Anthropic', [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm', signature: 's' }] }]],
  ['messages of Anthropic', [{ role: 'system', content: [{ type: 'text', text: 'Be kind.' }] }, ...anthropic]],
  ['messages of Anthropic', [...anthropic, call]],
  ['UI messages of the AI SDK', [oldUi]],
])('a file with %s is refused by name, and the error says what to do', async (form, lines) => {
  const folder = await tempFolder()
  const path = await folder.write('s.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  const error: unknown = await readSession(path).catch((reason: unknown) => reason)
  expect(isLamellaError(error, 'SESSION_FORM_OTHER')).toBe(true)
  expect(error).toMatchObject({ details: { form }, fix: expect.stringMatching(/messages|readTranscripts/) })
})

it.each([
  ['a list', (lines: readonly object[]) => JSON.stringify(lines)],
  ['a list over several lines', (lines: readonly object[]) => JSON.stringify(lines, undefined, 2)],
  ['an object with a list', (messages: readonly object[]) => JSON.stringify({ id: 1, messages }, undefined, '\t')],
])('%s in place of lines is refused, with the form of what is in it', async (_, write) => {
  const folder = await tempFolder()
  const refused = async (lines: readonly object[]): Promise<unknown> =>
    readSession(await folder.write('s.json', write(lines))).catch((reason: unknown) => reason)
  expect(await refused(anthropic)).toMatchObject({
    code: 'SESSION_FORM_OTHER',
    details: { form: 'messages of Anthropic' },
  })
  const own = await refused([call])
  expect(own).toMatchObject({ code: 'SESSION_FORM_OTHER', details: { form: 'JSON that is not one message a line' } })
})

it('a line that is a list, however deep, is only left out among messages', async () => {
  const folder = await tempFolder()
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const path = await folder.write('s.jsonl', ['[[1]]', deep, JSON.stringify(call)].join('\n'))
  expect((await readSession(path)).length).toBe(1)
})

it('messages with fields of a log are read, whatever these are called', async () => {
  const folder = await tempFolder()
  const lines = [
    { type: 'message', sessionId: 's1', payload: {}, role: 'user', content: 'Hello' },
    { type: 'message', message: {}, projectHash: 'p1', role: 'assistant', content: 'Hi' },
  ]
  const path = await folder.write('s.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  expect((await readSession(path)).length).toBe(2)
})

it('a form that the caller names is read as that one, and other lines are left out', async () => {
  const folder = await tempFolder()
  const path = await folder.write('s.jsonl', [...anthropic, call].map((line) => JSON.stringify(line)).join('\n'))
  const session = await readSession(path, { form: 'canonical' })
  expect(session.length).toBe(2)
  expect(session.notices?.map(({ details }) => details)).toEqual([{ line: 2 }, { line: 3 }])
})
