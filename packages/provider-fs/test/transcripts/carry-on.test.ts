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
})
