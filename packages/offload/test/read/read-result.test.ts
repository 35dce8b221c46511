import type { Scope } from '@lamella/core'
import { readResult } from '@lamella/offload'
import { describe, expect, it } from 'vitest'
import { handleOf, headOf, lines, result, scope, testPlace } from '../support/place.ts'

async function placeOf(...outputs: Parameters<typeof result>[0][]) {
  const place = testPlace()
  await place.append(...outputs.map((output) => result(output)))
  const handle = handleOf(headOf((await place.messages())[0]))
  const ask = async (input: object): Promise<string> =>
    (await place.reader.execute({ handle, ...input })).value.replaceAll(handle, 'ID')
  return { ...place, handle, ask }
}

const log = {
  type: 'text' as const,
  value: lines(2_000, (n) => (n % 500 === 0 ? `ERROR in job ${n}` : `job ${n} is done`)),
}
const json = {
  type: 'json' as const,
  value: { 'a b': 1, rows: Array.from({ length: 900 }, (_, id) => ({ id, "it's": id * 2 })) },
}

describe('read_result', () => {
  it('reads the session of a call, that of the tool for a call of the same owner, and none for anybody else', async () => {
    const { sessions, blobs, handle } = await placeOf(log)
    const { session: _, ...owner } = scope
    const ask = async (tool: ReturnType<typeof readResult>, of: Scope): Promise<string> =>
      (await tool.execute({ handle, lines: '7' }, { scope: of })).type
    expect(await ask(readResult({ sessions, blobs }), scope)).toBe('text')
    expect(await ask(readResult({ sessions, blobs, scope }), owner)).toBe('text')
    expect(await ask(readResult({ sessions, blobs, scope }), { ...scope, session: 'other' })).toBe('error-text')
    for (const other of [{ ...owner, user: 'bob' }, { ...owner, tenant: 'umbrella' }, { tenant: owner.tenant }])
      expect(await ask(readResult({ sessions, blobs, scope }), other)).toBe('error-text')
  })

  it.each([
    ['10-12', 'ID: Lines 10 to 12 of 2,000.\n\njob 10 is done\njob 11 is done\njob 12 is done'],
    ['1999-', 'ID: Lines 1,999 to 2,000 of 2,000.\n\njob 1999 is done\nERROR in job 2000'],
    ['-1', 'ID: Lines 2,000 to 2,000 of 2,000.\n\nERROR in job 2000'],
    ['7', 'ID: Lines 7 to 7 of 2,000.\n\njob 7 is done'],
    ['3000-', 'ID has 2,000 lines, so there are no lines 3000-.'],
    ['9-3', 'lines must be of the form 10-40, 10-, -40 for the last 40, or 10.'],
  ])('reads lines %s', async (given, expected) => {
    expect(await (await placeOf(log)).ask({ lines: given })).toBe(expected)
  })

  it('finds the ends of lines that end as in Windows', async () => {
    const { ask } = await placeOf({ ...log, value: log.value.replaceAll('\n', '\r\n') })
    expect(await ask({ pattern: 'job 7 is done$' })).toBe('ID: 1 line matches, of 2,000.\n\n7: job 7 is done')
    expect(await ask({ lines: '7-8' })).toBe('ID: Lines 7 to 8 of 2,000.\n\njob 7 is done\r\njob 8 is done\r')
  })

  it('finds lines by a pattern, with those around them', async () => {
    const { ask } = await placeOf(log)
    expect(await ask({ pattern: 'error in job 1?500$' })).toBe(
      'No line of 2,000 matches. Try a shorter pattern, or (?i) before it to ignore case.',
    )
    expect(await ask({ pattern: '(?i)error in job 1?500$', context: 1 })).toBe(
      'ID: 2 lines match, of 2,000.\n\n499- job 499 is done\n500: ERROR in job 500\n501- job 501 is done\n--\n1499- job 1499 is done\n1500: ERROR in job 1500\n1501- job 1501 is done',
    )
    expect(await ask({ pattern: 'ERROR', lines: '600-1200' })).toBe(
      'ID: 1 line matches, of 2,000.\n\n1000: ERROR in job 1000',
    )
    expect(await ask({ pattern: '(?=x)' })).toMatch(/^pattern is not a regular expression in RE2 syntax: /)
    expect(await ask({ pattern: 'job' })).toMatch(
      /^ID: 2,000 lines match, of 2,000\. Page 1 of 6 of them\. To read on: the same call with "page":2\.\n/,
    )
  })

  it.each([
    ["$.rows[1]['it\\'s']", 'ID: All of it.\n\n2'],
    ['$["a b"]', 'ID: All of it.\n\n1'],
    ['rows[-1].id', 'ID: All of it.\n\n899'],
    ['$.rows[2:4].id', 'ID: path selects 2 values. All of it.\n\n[\n  2,\n  3\n]'],
    ['$.row', 'path selects nothing: step 1 finds no match. There is an object there with 2 keys: "a b", "rows".'],
    ['$.rows[900]', 'path selects nothing: step 2 finds no match. There is a list of 900 items there.'],
    ['$.rows[?(@.id)]', expect.stringMatching(/^path cannot be read at character 7\./)],
  ])('reads the path %s', async (path, expected) => {
    expect(await (await placeOf(json)).ask({ path })).toEqual(expected)
  })

  it('reads by path in pages, and searches in what a path selects', async () => {
    const { ask } = await placeOf(json)
    expect(await ask({ path: '$.rows[*].id' })).toMatch(/^ID: path selects 900 values\. All of it\./)
    expect(await ask({ path: '$.rows[*].id', pattern: '^ +77,' })).toBe(
      'ID: path selects 900 values. 1 line matches, of 902.\n\n79:   77,',
    )
  })

  it('reads the single text that a path selects by its own lines', async () => {
    const value = { stdout: log.value, code: '12345678901234567890', row: { id: 1 } }
    const { ask } = await placeOf({ type: 'json', value })
    expect(await ask({ path: '$.stdout', lines: '499-500' })).toBe(
      'ID: path selects a text. Lines 499 to 500 of 2,000.\n\njob 499 is done\nERROR in job 500',
    )
    expect(await ask({ path: '$.stdout', pattern: '^ERROR', lines: '600-' })).toMatch(
      /^ID: path selects a text\. 3 lines/,
    )
    expect(await ask({ path: '$.code' })).toBe('ID: path selects a text. All of it.\n\n12345678901234567890')
    expect(await ask({ path: '$.row' })).toBe('ID: All of it.\n\n{\n  "id": 1\n}')
  })

  it('reads JSON lines by path as a list of them', async () => {
    const row = (n: number) => `{"id": ${n}, "big": 12345678901234567890, "text": "line ${n} of many, with words"}`
    const { ask } = await placeOf({ type: 'text', value: `\ufeff${lines(300, row).replaceAll('\n', '\r\n')}\n\n` })
    expect(await ask({ path: '$[-1].id' })).toBe('ID: All of it.\n\n300')
    expect(await ask({ path: '$[0:2].big' })).toBe(
      'ID: path selects 2 values. All of it.\n\n[\n  12345678901234567890,\n  12345678901234567890\n]',
    )
    const cut = await placeOf({ type: 'text', value: `${lines(300, row)}\n{"id": 3` })
    expect(await cut.ask({ path: '$[0]' })).toMatch(/ is not JSON, so path cannot be used/)
    const table = await placeOf({ type: 'text', value: lines(2_000, (n) => `${n},${n}`) })
    expect(await table.ask({ path: '$[0]' })).toMatch(/ is not JSON, so path cannot be used/)
  })

  it('reads messages by their numbers, also after a head, and all of them by search', async () => {
    const { reader, append } = await placeOf(log, { type: 'text', value: 'It is K4.' })
    await append({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hidden thought' },
        { type: 'text', text: 'Found K4.' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { at: 'K5' } },
      ],
    })
    const ask = async (input: object): Promise<string> => (await reader.execute(input)).value
    expect(await ask({ handle: 'm0', lines: '3' })).toBe('m0: Lines 3 to 3 of 2,000.\n\njob 3 is done')
    expect(await ask({ handle: 'm1' })).toBe('m1: All of it.\n\nIt is K4.')
    expect(await ask({ handle: 'm2' })).toBe(
      'm2 has several parts. Read one of them: m2.2 (9 characters), m2.3 (53 characters).',
    )
    expect(await ask({ handle: 'm2.2' })).toBe('m2.2: All of it.\n\nFound K4.')
    expect(await ask({ handle: 'm2.1' })).toBe('m2.1 has no text. Parts with text: 2, 3.')
    expect(await ask({ handle: 'm3' })).toMatch(/^There is no "m3" in this conversation\./)
    expect(await ask({ handle: 'session', pattern: 'K[45]|ERROR in job 500', context: 1 })).toBe(
      'session: 4 lines match, of 2,012.\n\n500- job 499 is done\n501: ERROR in job 500\n502- job 501 is done\n--\n2002- [m1 tool bash]\n2003: It is K4.\n2004- [m2.2 assistant]\n2005: Found K4.\n2006- [m2.3 assistant look]\n--\n2009-   "input": {\n2010:     "at": "K5"\n2011-   }',
    )
    expect(await ask({ handle: 'session' })).toBe(
      'session is searched with pattern, and read around a match with lines.',
    )
    expect(await ask({ handle: 'session', pattern: 'hidden' })).toMatch(/^No line/)
  })

  it('takes the session from the host', async () => {
    const { sessions, blobs, handle } = await placeOf(log)
    const reader = readResult({ sessions, blobs })
    expect(await reader.execute({ handle, lines: '1' })).toMatchObject({ type: 'error-text' })
    expect(await reader.execute({ handle, lines: '1' }, { scope })).toMatchObject({ type: 'text' })
    expect(await reader.execute({ handle, session: 'other' }, { scope })).toMatchObject({ type: 'error-text' })
    const other = { ...scope, session: 'other' }
    expect((await reader.execute({ handle }, { scope: other })).value).toMatch(/is not kept in this conversation/)
  })

  it('says that what a path selects is nested too deep, and reads it in other ways', async () => {
    const levels = 8_000
    const value = `${'[{"a":'.repeat(levels / 2)}"${'y'.repeat(40_000)}"${'}]'.repeat(levels / 2)}`
    const { ask } = await placeOf({ type: 'text', value })
    for (const path of ['$', '[0]', '[*].a'])
      expect(await ask({ path })).toBe(
        'What path selects is nested deeper than 500 levels. Go on with a longer path, or use pattern, lines or page.',
      )
    expect(await ask({ pattern: 'y{9}' })).toMatch(/^ID: 1 line matches/)
    expect(await ask({ page: 2 })).toMatch(/^ID: Page 2 of/)
  })

  it('says that a content was removed', async () => {
    const { blobs, ask } = await placeOf(log)
    await blobs.delete(scope, 's')
    expect(await ask({})).toMatch(/^ID is not kept in this conversation: it was removed, or/)
  })
})
