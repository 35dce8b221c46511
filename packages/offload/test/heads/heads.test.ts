import { describe, expect, it } from 'vitest'
import { headOf, lines, result, testPlace, textResult } from '../support/place.ts'

async function head(...outputs: Parameters<typeof result>[0][]): Promise<string> {
  const { append, messages } = testPlace({ limit: 400 })
  await append(...outputs.map((output) => result(output)))
  return headOf((await messages())[0]).replace(/blob:[a-z2-7]{26}/, 'blob:ID')
}

describe('the head of a text', () => {
  it('has the first and the last lines, the size, what is shown, and how to read on', async () => {
    const text = await head({ type: 'text', value: lines(1_204) })
    const [first, ...rest] = text.split('\n')
    expect(first).toBe('line 1 of the log, with some words')
    expect(rest.at(-2)).toBe('line 1204 of the log, with some words')
    expect(rest.at(-1)).toMatch(
      /^\[44,644 characters in 1,204 lines; shown: lines 1 to \d and 1,20\d to 1,204\. To read more: read_result \{"handle":"blob:ID"\}\]$/,
    )
    expect(text).toMatch(/\n\[[\d,]+ characters not shown\]\n/)
  })

  it('says which line has the names of the columns of a table', async () => {
    const value = ['id,name,"a, b"', ...Array.from({ length: 500 }, (_, id) => `${id},row ${id},x`)].join('\n')
    const text = await head({ type: 'text', value })
    expect(text).toMatch(/^id,name,"a, b"\n/)
    expect(text).toContain('501 lines, a table with 3 columns whose names are in line 1; shown:')
  })

  it.each([
    ['JSON lines', (id: number) => `{"id":${id},"name":"row ${id}"}`],
    ['a log whose times have a comma', (id: number) => `2026-05-01 09:00:00,${100 + id} INFO started ${id}`],
    ['a log with bars', (id: number) => `2026-05-01 09:00:${id} | INFO | started ${id}`],
    ['lists of words', (id: number) => `to,${id % 2 ? 'fro' : 'and'}`],
  ])('does not call %s a table', async (_, line) => {
    expect(await head({ type: 'text', value: lines(2_000, line) })).not.toMatch(/table/)
  })

  it('knows the names of a Markdown table by the line under them', async () => {
    const value = ['| name | city |', '| :--- | ---: |', ...Array.from({ length: 900 }, () => '| Ada | Bern |')].join(
      '\n',
    )
    expect(await head({ type: 'text', value })).toContain('a table with 2 columns whose names are in line 1')
  })

  it('is cut inside a line only where lines are long, and never inside a character', async () => {
    const text = await head({ type: 'text', value: '😀'.repeat(5_000) })
    expect(text).not.toMatch(/\p{Cs}/u)
    expect(text).toMatch(/the first \d+ and the last \d+ characters/)
  })
})

describe('the head of JSON', () => {
  it('has keys, lengths and first items, for a value as for its text', async () => {
    const value = {
      flights: Array.from({ length: 300 }, (_, id) => ({ id, to: 'Porto', seats: [1, 2, 3] })),
      note: 'n'.repeat(900),
      next: null,
    }
    for (const output of [{ type: 'json', value } as const, { type: 'text', value: JSON.stringify(value) } as const]) {
      const text = await head(output)
      const body = JSON.parse(text.slice(0, text.lastIndexOf('\n'))) as Record<string, unknown[]>
      expect(Object.keys(body)).toEqual(['flights', 'note', 'next'])
      expect(body['flights']?.at(-1)).toMatch(/^\[29\d more items, 300 items in all\]$/)
      expect(body['flights']?.[0]).toMatchObject({ id: 0, to: 'Porto' })
      expect(body['note']).toMatch(/^n+… \[900 characters\] n+$/)
      expect(text).toMatch(/an object with 3 keys; shown: its keys and first items\. To read more/)
    }
  })
})

describe('a long text in JSON', () => {
  it('has its beginning and its end in the head, and as much of them as there is room for', async () => {
    const { append, messages } = testPlace({ limit: 4_000 })
    await append(result({ type: 'json', value: { stdout: `$ build\n${lines(5_000)}\nERROR: no space`, exitCode: 1 } }))
    const text = headOf((await messages())[0])
    expect(text).toMatch(/"stdout": "\$ build\\n.*… \[[\d,]+ characters\] .*\\nERROR: no space",\n "exitCode": 1/)
    expect(text.length).toBeGreaterThan(1_500)
  })
})

describe('numbers of JSON', () => {
  const id = '12345678901234567890'
  const rows = Array.from({ length: 900 }, (_, at) => `{"id":123456789012345${1_000 + at},"price":1.10,"far":1e400}`)
  const value = `\ufeff{"id":${id},"zero":-0,"text":"${id} \\"1.10\\\\","private":"\ue000","rows":[${rows.join(',')}]}`

  it('are shown as they are written, in a head and when they are read', async () => {
    const { append, messages, reader } = testPlace({ limit: 2_000 })
    await append(textResult(value))
    const text = headOf((await messages())[0])
    expect(text).toContain(`"id": ${id},\n "zero": -0,\n "text": "${id} \\"1.10\\\\",\n "private": "\ue000"`)
    expect(text).toContain('"id": 1234567890123451000,\n   "price": 1.10,\n   "far": 1e400')
    const handle = text.match(/blob:[a-z2-7]{26}/)?.[0] ?? ''
    const read = async (path: string): Promise<string> =>
      (await reader.execute({ handle, path })).value.replace(/^.*\n\n/, '')
    expect(await read('id')).toBe(id)
    expect(await read('$.rows[898:].id')).toBe('[\n  1234567890123451898,\n  1234567890123451899\n]')
    expect(await read('text')).toBe(`${id} "1.10\\`)
  })
})

describe('small contents', () => {
  it('stay whole, up to the limit', async () => {
    const { append, messages, blobs } = testPlace()
    const all = [
      textResult(''),
      textResult(lines(80)),
      result({ type: 'execution-denied', reason: 'x'.repeat(50_000) }),
    ]
    await append(...all)
    expect(await messages()).toEqual(all)
    expect((await blobs.sessions({ tenant: 'acme', user: 'ada' })).sessions).toEqual([])
  })
})

/** A picture of 40 kB as base64: its bytes look random, and are the same in each run. */
const bytes = Uint8Array.from({ length: 30_000 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 13)
const picture = Buffer.from(bytes).toString('base64')

describe('binary data in a head', () => {
  const words = 'The button for checkout is missing.'

  it('is named in JSON and in text, and the words around it stay', async () => {
    const value = { id: 'page-48213', data: picture, note: words }
    for (const text of [
      await head({ type: 'json', value }),
      await head({ type: 'text', value: JSON.stringify(value) }),
      await head({ type: 'text', value: `Saved page-48213: ${picture}. ${words}` }),
    ]) {
      expect(text).toContain('page-48213')
      expect(text).toContain(words)
      expect(text).not.toContain(picture.slice(300, 324))
      expect(text).not.toContain(picture.slice(-324, -300))
    }
  })
})
