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

const lost = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: [{ type: 'text', txt: 'Hi' }] },
  { role: 'user', content: 'And?' },
  { role: 'assistant', content: [{ type: 'text', txt: 'Yes.' }] },
]

const turn = (call: object, result: object, content: object[] = []): readonly object[] => [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content, tool_calls: [call] },
  { role: 'tool', content: 'a.txt', ...result },
  { role: 'assistant', content: 'One file.' },
]
const ollama = turn({ function: { name: 'ls', arguments: { path: '.' } } }, { tool_name: 'ls' })
const thinking = turn(
  { id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } },
  { tool_call_id: 'c1', content: [{ type: 'text', text: 'a.txt' }] },
  [{ type: 'think', think: 'Hm.' }],
)

it.each([
  ['an agent', [{ type: 'session.start', data: { version: 1 }, id: 'e1' }], /^lines that are not messages \(line 1 /],
  [
    'a program',
    [{ role: 'user', message: { content: [{ type: 'text', text: 'Hi' }] } }],
    /^lines that are not messages/,
  ],
  [
    'a program that wraps messages of Anthropic',
    [
      { type: 'message', id: 'm1', message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] } },
      {
        type: 'message',
        id: 'm2',
        message: { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'ls' }] },
      },
    ],
    /^lines that are not messages/,
  ],
  ['envelopes', [{ custom_id: 'a', params: { messages: [] } }], /^lines that are not messages/],
  ['a role of which no line is a message', lost, /^lines of which none with the role 'assistant' is a message$/],
  ['calls without ids', ollama, /^lines of which none with a call or result of a tool is a message$/],
  ['calls that are not read', thinking, /^lines of which none with a call or result of a tool is a message$/],
  [
    'parts of an unknown type',
    [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'server_tool_use', id: 's' }] },
    ],
    /^messages with parts of the type 'server_tool_use'$/,
  ],
  ['an export of ChatGPT', [{ title: 't', mapping: {}, current_node: 'a' }], /^a session of ChatGPT$/],
  [
    'a session of Claude Code from its middle',
    [{ ...claudeCode[1], sessionId: undefined }],
    /^a session of Claude Code$/,
  ],
])('a file with %s is refused, and is no session without messages', async (_, lines, form) => {
  const folder = await tempFolder()
  const path = await folder.write('s.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  const error: unknown = await readSession(path).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'SESSION_FORM_OTHER', details: { form: expect.stringMatching(form) } })
  expect((await readSession(path, { form: 'canonical' })).notices?.length).toBeGreaterThan(0)
})

it('a text is refused, and a first line that is not written yet is not', async () => {
  const folder = await tempFolder()
  const refused = readSession(await folder.write('notes.md', '# A talk\n\nHello\n'))
  await expect(refused).rejects.toMatchObject({
    details: { form: 'lines that are not JSON (line 1 is not valid JSON)' },
  })
  const session = await readSession(await folder.write('s.jsonl', '{"role":"user","con'))
  expect([session.length, session.notices?.length]).toEqual([0, 1])
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

it.each([
  ["jq -c '.[]'", [{ role: 'user', content: 'Hello' }]],
  ["jq -c '.messages[]'", { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }],
])('a list is refused with %s, which makes lines of it', async (command, value) => {
  const folder = await tempFolder()
  const path = await folder.write('s.json', JSON.stringify(value))
  await expect(readSession(path)).rejects.toThrow(command)
})
