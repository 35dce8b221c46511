import { readTranscripts, recognizeTranscript } from '@lamella/provider-fs/transcripts'
import { describe, expect, it } from 'vitest'
import { brief } from './helpers/brief.ts'
import { madeSessions, piSession } from './helpers/sessions.ts'

const header = JSON.stringify({ type: 'session', version: 3, id: 'p', cwd: '/' })
const said = (id: string, parentId: string | null, content: string): string =>
  JSON.stringify({ type: 'message', id, parentId, message: { role: 'user', content } })

describe('the content of a session file', () => {
  it.each(madeSessions)(
    'of $format is the same as text, as lines and as bytes that are cut anywhere',
    async ({ lines }) => {
      const text = lines.join('\n')
      const bytes = new TextEncoder().encode(text)
      async function* pieces(size: number): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
      }
      const expected = await readTranscripts(text)
      expect(await readTranscripts(lines)).toEqual(expected)
      expect(await readTranscripts(pieces(7))).toEqual(expected)
      expect(await readTranscripts(pieces(1_000_000))).toEqual(expected)
    },
  )

  it('has one line between two line feeds, whatever else its texts hold', async () => {
    const text = 'one\u2028two\u2029three\u0085four\rfive'
    const [session] = await readTranscripts([header, said('a', null, text)].join('\n'))
    expect(session?.path.map(({ message }) => message.content)).toEqual([text])
  })

  it('may have letters that are cut between two pieces of bytes', async () => {
    const bytes = new TextEncoder().encode(`${header}\n${said('a', null, 'Grüße 🌱')}`)
    async function* single(): AsyncGenerator<Uint8Array> {
      for (const byte of bytes) yield Uint8Array.of(byte)
    }
    const [session] = await readTranscripts(single())
    expect(session?.path[0]?.message.content).toBe('Grüße 🌱')
  })

  it('may have more parts in a message than a function takes arguments', async () => {
    const parts = Array.from({ length: 150_000 }, (_, place) => ({ type: 'text', text: `${place}` }))
    const steps = parts.flatMap((part) => [{ type: 'step-start' }, part])
    const [session] = await readTranscripts(
      JSON.stringify([
        { id: 'a', role: 'user', parts },
        { id: 'b', role: 'assistant', parts: steps },
      ]),
    )
    expect(session?.path.length).toBe(150_001)
  })

  it('may come in pieces of memory that is used again', async () => {
    const bytes = new TextEncoder().encode(`${header}\n${said('a', null, 'one')}\n${said('b', 'a', 'two')}`)
    const memory = Buffer.alloc(50)
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += memory.length) {
        const piece = bytes.subarray(at, at + memory.length)
        memory.set(piece)
        yield memory.subarray(0, piece.length)
      }
    }
    const [session] = await readTranscripts(pieces())
    expect(session && brief(session.path)).toEqual(['user: one', 'user: two'])
  })

  it('is read up to a torn last line, and around damaged ones', async () => {
    const lines = [header, said('a', null, 'one'), '{"type":"mess', said('b', 'a', 'two'), '{"type":"message","id":"c"']
    const [session] = await readTranscripts(lines.join('\n'))
    expect(session && brief(session.path)).toEqual(['user: one', 'user: two'])
    expect(session?.notes.map(({ code, line }) => [code, line])).toEqual([
      ['line-damaged', 3],
      ['line-torn', 5],
    ])
  })

  it('with two objects on a line has both', async () => {
    const [session] = await readTranscripts([header, said('a', null, 'one') + said('b', 'a', 'two')])
    expect(session && brief(session.path)).toEqual(['user: one', 'user: two'])
    expect(session?.notes).toEqual([])
  })

  it('may be larger than what is kept of each part', async () => {
    const long = 'x'.repeat(5_000)
    const [session] = await readTranscripts([header, said('a', null, long)], { partLimit: 1_000 })
    expect(session?.path[0]).toMatchObject({ message: { content: 'x'.repeat(1_000) }, cut: 4_000 })
  })

  it.each([
    [32_000_001, undefined, 2_000],
    [32_000_001, 3_000, 2_000],
    [32_000_001, 1_000, 1_000],
    [32_000_000, 3_000, 3_000],
  ])(
    'keeps less of each part where the whole file is large: of %i bytes, with a limit of %s',
    async (size, limit, kept) => {
      const long = 'x'.repeat(5_000)
      const options = { size, ...(limit !== undefined && { partLimit: limit }) }
      const [session] = await readTranscripts([header, said('a', null, long)], options)
      expect(session?.path[0]).toMatchObject({ message: { content: 'x'.repeat(kept) }, cut: 5_000 - kept })
    },
  )

  it('names what is unknown, and counts it', async () => {
    const strange = JSON.stringify({ type: 'of-tomorrow', id: 'z', parentId: null })
    const [session] = await readTranscripts([header, strange, said('a', 'z', 'one'), '7'])
    expect(session?.unknown).toEqual({ 'of-tomorrow': 1, 'value that is no object': 1 })
    expect(session && brief(session.path)).toEqual(['user: one'])
  })
})

describe('the form of a session file', () => {
  it('of a program made after Claude Code, whose messages have parts, is not taken for one of it', async () => {
    const message = { role: 'user', parts: [{ text: 'Hello' }] }
    const line = JSON.stringify({ uuid: 'u', parentUuid: null, sessionId: 's', type: 'user', message })
    expect(recognizeTranscript(line)).toBeUndefined()
    await expect(readTranscripts(line)).rejects.toMatchObject({ code: 'TRANSCRIPT_UNKNOWN' })
  })

  it('of Claude Code may begin with any number of snapshots', () => {
    const snapshot = JSON.stringify({ type: 'file-history-snapshot', messageId: 'm', snapshot: {} })
    expect(recognizeTranscript(Array.from({ length: 60 }, () => snapshot).join('\n'))).toBe('claude-code')
  })

  it('that is a list of messages of another API says what is not read', async () => {
    const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }
    const list = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: 'I look.', tool_calls: [call] },
    ]
    const [session] = await readTranscripts(JSON.stringify(list))
    expect(JSON.stringify(session)).toContain('field tool_calls')
  })

  it.each(madeSessions)('$format is recognized by its beginning', ({ format, lines }) => {
    expect(recognizeTranscript(lines.join('\n'))).toBe(format)
    expect(recognizeTranscript(`\uFEFF${lines.join('\r\n')}`)).toBe(format)
  })

  it.each(madeSessions.filter(({ isDocument }) => isDocument))(
    '$format is recognized in 4 KB of a longer value',
    ({ format, lines }) => {
      const last = `,${JSON.stringify('x'.repeat(9_000))}]`
      expect(recognizeTranscript((lines.slice(0, -1).join('\n') + last).slice(0, 4_096))).toBe(format)
    },
  )

  it.each([
    ['a database of opencode', 'SQLite format 3\0…CREATE TABLE `part` (…) CREATE TABLE `session` (…)', 'opencode'],
    [
      'one of version 2',
      'SQLite format 3\0…CREATE TABLE `session_v2` (…) CREATE TABLE `session_message` (…)',
      'opencode',
    ],
    ['an export of opencode', JSON.stringify({ info: { id: 's' }, messages: [{ info: {}, parts: [] }] }), 'opencode'],
    [
      'the first line of a rollout before 2025-09',
      JSON.stringify({ id: 'c', timestamp: 't', instructions: '' }),
      'codex',
    ],
    ['lines of canonical messages', JSON.stringify({ role: 'user', content: 'Hello' }), undefined],
    ['a list of names', '["a","b"]', undefined],
    ['nothing', '', undefined],
  ])('%s is %s', (_, head, format) => {
    expect(recognizeTranscript(head)).toBe(format)
  })

  it('that is not known is refused, and one that is not read is named', async () => {
    const opencode = JSON.stringify({ info: { id: 's' }, messages: [{ info: {}, parts: [] }] })
    await expect(readTranscripts('{"a":1}')).rejects.toMatchObject({ code: 'TRANSCRIPT_UNKNOWN', details: {} })
    await expect(readTranscripts(opencode)).rejects.toMatchObject({
      code: 'TRANSCRIPT_UNKNOWN',
      details: { format: 'opencode' },
    })
  })

  it('that is given is not looked for', async () => {
    const [session] = await readTranscripts(piSession().lines.slice(1), { format: 'pi' })
    expect(session?.path).toHaveLength(7)
  })
})
