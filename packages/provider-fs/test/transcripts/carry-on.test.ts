import { messageProblem } from '@lamella/core/plugin'
import {
  carryOver,
  fromAiSdkUi,
  fromChatGPT,
  fromClaudeCode,
  fromCline,
  fromCodex,
  fromGeminiCli,
  fromPi,
  readTranscripts,
} from '@lamella/provider-fs/transcripts'
import { describe, expect, it } from 'vitest'
import {
  chatgptSession,
  claudeSession,
  clineSession,
  codexSession,
  geminiSession,
  piSession,
  uiSession,
} from './helpers/sessions.ts'

describe('a session that goes on in another program', () => {
  it.each([
    [fromClaudeCode, claudeSession(), ['claude summary', 'claude five', 'claude six']],
    [fromCodex, codexSession(), ['codex one', 'codex-a', 'codex result', 'codex two', 'codex three', 'codex four']],
    [fromPi, piSession(), ['pi summary', 'pi three', 'pi four']],
    [
      fromGeminiCli,
      geminiSession(),
      ['gemini one', 'gemini-a', 'gemini result', 'gemini two', 'gemini three', 'gemini four'],
    ],
    [fromCline, clineSession(), ['cline one', 'cline two', 'cline-a', 'cline result', 'cline three']],
    [fromAiSdkUi, uiSession(), ['ui one', 'ui-a', 'ui result', 'ui two']],
    [fromChatGPT, chatgptSession(), ['chat one', 'chat two', 'chat three']],
  ] as const)('%o has what the next request would hold, as canonical messages', async (from, { lines }, texts) => {
    const { messages } = await from(lines)
    const held = JSON.stringify(messages)
    for (const text of texts) expect(held).toContain(text)
    expect(held).not.toMatch(/left|aside|thought|reasoning/)
    expect(messages.map(messageProblem)).toEqual(messages.map(() => undefined))
  })

  it('says what was left out', async () => {
    const { left } = await fromClaudeCode(claudeSession().lines)
    expect(Object.fromEntries(left.map(({ code, count }) => [code, count]))).toEqual({
      compacted: 6,
      branches: 1,
      subagents: 1,
    })
  })

  it('has the files that a person named, of versions that kept them beside the message', async () => {
    const line = (uuid: string, parentUuid: string | null, rest: object) =>
      JSON.stringify({ uuid, parentUuid, sessionId: 's', isSidechain: false, ...rest })
    const content = { type: 'text', file: { filePath: '/w/a.md', content: 'Be brief.', numLines: 1 } }
    const { messages } = await fromClaudeCode([
      line('1', null, { type: 'user', message: { role: 'user', content: 'What does @a.md say?' } }),
      line('2', '1', { type: 'attachment', attachment: { type: 'file', filename: '/w/a.md', content } }),
      line('3', '2', { type: 'attachment', attachment: { type: 'todo', content: [] } }),
      line('4', '3', {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'text', text: 'Brief.' }] },
      }),
    ])
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'What does @a.md say?'],
      ['user', 'Contents of /w/a.md:\n\nBe brief.'],
      ['assistant', 'Brief.'],
    ])
  })

  it('says that the summary of a compaction is encrypted, and reads empty arguments as none', async () => {
    const message = (role: string, text: string) => ({ type: 'message', role, content: [{ type: 'input_text', text }] })
    const history = [message('user', 'one'), { type: 'compaction', encrypted_content: 'xyz' }]
    const items: readonly (readonly [string, object])[] = [
      ['session_meta', { id: 's', cwd: '/w' }],
      ['response_item', message('user', 'one')],
      ['response_item', message('assistant', 'first answer')],
      ['compacted', { message: '', replacement_history: history }],
      ['response_item', message('user', 'two')],
      ['response_item', { type: 'function_call', name: 'ls', arguments: '', call_id: 'c1' }],
      ['response_item', { type: 'function_call_output', call_id: 'c1', output: 'a.txt' }],
    ]
    const { messages, left } = await fromCodex(items.map(([type, payload]) => JSON.stringify({ type, payload })))
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'tool'])
    expect(messages[2]?.content).toMatchObject([{ toolName: 'ls', input: {} }])
    expect(left.map(({ code, count }) => [code, count])).toEqual([
      ['compacted', 1],
      ['summary-encrypted', 1],
    ])
  })

  it('leaves out thinking, instructions of the program, and calls without a result', async () => {
    const lines = [
      ...codexSession().lines,
      JSON.stringify({
        timestamp: '2026-10-05T10:00:00.000Z',
        type: 'response_item',
        payload: { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'ask first' }] },
      }),
      JSON.stringify({
        timestamp: '2026-10-05T10:00:01.000Z',
        type: 'response_item',
        payload: { type: 'function_call', name: 'exec', arguments: '{}', call_id: 'late' },
      }),
    ]
    const { messages, left } = await fromCodex(lines)
    expect(JSON.stringify(messages)).not.toMatch(/ask first|late/)
    expect(left.map(({ code, count }) => [code, count])).toEqual([
      ['reasoning', 1],
      ['context', 1],
      ['call-without-result', 1],
      ['branches', 1],
    ])
  })

  it('goes on with the sub-agent, if the file is of a sub-agent alone', async () => {
    const own = claudeSession().lines.filter((line) => line.includes('"isSidechain":true'))
    const [session] = await readTranscripts(own)
    expect(session?.path).toEqual([])
    expect(session && carryOver(session).messages).toEqual([
      { role: 'user', content: 'claude aside question' },
      { role: 'assistant', content: 'claude aside answer' },
    ])
  })

  it('takes the session that is named, of a file with several', async () => {
    const one = (id: string, said: string): object => ({
      id,
      mapping: { a: { parent: null, message: { author: { role: 'user' }, content: { parts: [said] } } } },
      current_node: 'a',
    })
    const file = JSON.stringify([one('first', 'Hello'), one('second', 'Goodbye')])
    expect((await fromChatGPT(file)).messages).toEqual([{ role: 'user', content: 'Hello' }])
    expect((await fromChatGPT(file, { session: 'second' })).messages).toEqual([{ role: 'user', content: 'Goodbye' }])
    expect((await fromChatGPT(file, { session: 'third' })).messages).toEqual([])
  })

  it.each([
    [
      'of version 4',
      {
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-invocation',
            toolInvocation: { state: 'result', toolCallId: 't', toolName: 'f', args: { a: 1 }, result: 'R' },
          },
          { type: 'text', text: 'Yes.' },
        ],
      },
    ],
    [
      'without parts',
      {
        content: 'Yes.',
        toolInvocations: [{ state: 'result', toolCallId: 't', toolName: 'f', args: { a: 1 }, result: 'R' }],
      },
    ],
  ])('has the calls and results of UI messages %s', async (_, answer) => {
    const { messages, left } = await fromAiSdkUi(
      JSON.stringify([
        { id: '1', role: 'user', content: 'Hello?' },
        { id: '2', role: 'assistant', ...answer },
      ]),
    )
    expect(messages).toMatchObject([
      { role: 'user', content: 'Hello?' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 't', toolName: 'f', input: { a: 1 } }, { text: 'Yes.' }],
      },
      { role: 'tool', content: [{ toolCallId: 't', output: { type: 'text', value: 'R' } }] },
    ])
    expect(left).toEqual([])
  })

  it.each([
    [
      fromAiSdkUi,
      [
        {
          id: '1',
          role: 'assistant',
          parts: [{ type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,aGk=' }],
        },
      ],
    ],
    [
      fromGeminiCli,
      {
        sessionId: 's',
        projectHash: 'h',
        messages: [{ id: '1', type: 'gemini', content: [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }] }],
      },
    ],
  ])('has an image of an answer as a file, which is valid: %o', async (from, session) => {
    const { messages } = await from(JSON.stringify(session))
    expect(messages).toEqual([{ role: 'assistant', content: [{ type: 'file', data: 'aGk=', mediaType: 'image/png' }] }])
    expect(messages.map(messageProblem)).toEqual([undefined])
  })

  it.each([
    [
      'beside it',
      { functionResponse: { response: { output: 'See.' } } },
      [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }],
    ],
    [
      'inside it',
      {
        functionResponse: {
          response: { output: 'See.' },
          parts: [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }],
        },
      },
      [],
    ],
  ])('keeps an image of a result of Gemini CLI that stands %s', async (_, response, beside) => {
    const call = { id: 'c', name: 'look', args: {}, status: 'success', result: [response, ...beside] }
    const same = { timestamp: '2026-09-01T00:00:00.000Z' }
    const { messages } = await fromGeminiCli([
      JSON.stringify({ sessionId: 's', projectHash: 'h', startTime: same.timestamp }),
      JSON.stringify({ ...same, id: '1', type: 'user', content: 'Look.' }),
      JSON.stringify({ ...same, id: '2', type: 'gemini', content: '', toolCalls: [call] }),
    ])
    expect(messages[2]?.content).toMatchObject([
      {
        output: {
          value: [
            { type: 'text', text: 'See.' },
            { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
          ],
        },
      },
    ])
  })

  describe('keeps what a person said to Claude Code while it worked', () => {
    const same = { sessionId: 's', isSidechain: false, timestamp: '2026-09-01T00:00:00.000Z' }
    const line = (type: string, uuid: string, parentUuid: string | null, content: unknown): object => ({
      ...same,
      type,
      uuid,
      parentUuid,
      message: { role: type, content, ...(type === 'assistant' && { id: `m${uuid}` }) },
    })
    const attachment = { type: 'queued_command', commandMode: 'prompt', prompt: 'Port 4711, please.' }
    const operation = { ...same, type: 'queue-operation', content: 'Port 4711, please.' }
    const removed = { ...operation, operation: 'remove', reason: 'absorbed_mid_turn' }
    const chained = { ...same, type: 'attachment', uuid: '4', parentUuid: '3', attachment }
    it.each([
      ['as an attachment', [], [chained], '4'],
      [
        'as an attachment that was rendered',
        [],
        [{ ...chained, rendered: [{ content: 'x' }], renderedRole: 'system' }],
        '4',
      ],
      ['as an attachment without a place', [], [{ type: 'attachment', attachment }], '3'],
      ['as an operation of the queue', [{ ...operation, operation: 'enqueue' }], [removed], '3'],
      ['before the result', [{ ...operation, operation: 'enqueue' }, removed], [], '3'],
      ['as both', [removed], [chained], '4'],
    ])('%s', async (_, before, after, parent) => {
      const { messages } = await fromClaudeCode(
        [
          line('user', '1', null, 'Start it.'),
          line('assistant', '2', '1', [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }]),
          ...before,
          line('user', '3', '2', [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }]),
          ...after,
          line('assistant', '5', parent, [{ type: 'text', text: 'On 4711.' }]),
        ].map((one) => JSON.stringify(one)),
      )
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant'])
      expect(messages[3]?.content).toBe('Port 4711, please.')
    })
  })
})
