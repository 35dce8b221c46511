import { describe, expect, it } from 'vitest'
import { handleOf, headOf, testPlace, textResult } from '../support/place.ts'

/**
 * Reads a text of a tool by its handle. With `endsAt`, by that of its message, which has it whole: nothing but the search gives
 * others a turn, and after so many of them its signal is aborted.
 */
async function searched(text: string, input: Record<string, unknown>, endsAt?: number) {
  const place = testPlace(endsAt === undefined ? {} : { tools: { bash: 'keep' } })
  await place.append(textResult(text))
  const handle = endsAt === undefined ? handleOf(headOf((await place.messages())[0])) : 'm0'
  const aborts = new AbortController()
  let [turns, isOpen] = [0, true]
  const turn = (): void => {
    turns++
    if (turns === endsAt) aborts.abort()
    if (isOpen) setImmediate(turn)
  }
  setImmediate(turn)
  const { value } = await place.reader.execute({ handle, ...input }, { signal: aborts.signal })
  isOpen = false
  return { value: value.replace(handle, 'ID'), turns }
}

const spread = (count: number, size: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${'.'.repeat(size)}${of(at + 1)}`).join('')

describe('a search in the output of a terminal', () => {
  const esc = '\u001b'
  const output = Array.from({ length: 400 }, (_, at) => `${esc}[32mok${esc}[39m ${esc}(B${esc}[mstep ${at} is done`)
  output[300] = `${esc}[1;31merror${esc}[0m${esc}[1m: no space left on ${esc}]8;;file:///dev\u0007/dev/sda${esc}]8;;${esc}\\1`

  it('finds what the terminal shows, and shows it so', async () => {
    for (const pattern of ['error: no', '^error: .* /dev/sda1$'])
      expect((await searched(output.join('\n'), { pattern, context: 1 })).value).toBe(
        'ID: 1 line matches, of 400.\n\n300- ok step 299 is done\n301: error: no space left on /dev/sda1\n302- ok step 301 is done',
      )
  })

  it('finds it in a long line', async () => {
    const { value } = await searched(output.join(' '), { pattern: 'error: no' })
    expect(value).toMatch(/^ID: 1 line matches, of 1\.\n\n1: .* done error: no space left on \/dev\/sda1 ok step 301/)
  })

  it.each(['\n', ' '])('finds escape sequences that a pattern names, in lines and in a long line', async (between) => {
    const { value } = await searched(output.join(between), { pattern: '\\x1b\\[1;31m' })
    expect(value).toContain(`${esc}[1;31merror${esc}[0m`)
  })
})

describe('a search in a long line', () => {
  it.each([
    ['a text', 'id='],
    ['an expression', '\\bid=\\d+;'],
  ])('shows each place of %s, with the characters around it', async (_name, pattern) => {
    const { value } = await searched(
      spread(7, 9_000, (n) => ` id=${n}; `),
      { pattern },
    )
    expect(value).toMatch(/^ID: 1 line matches at 7 places, of 1\./)
    for (let n = 1; n <= 7; n++) expect(value).toMatch(new RegExp(`^1: .*\\.\\. id=${n}; `, 'm'))
  })

  it('shows places together that fit into one part of the line, and takes its beginning and its end as such', async () => {
    const line = `id=1; id=2; ${'.'.repeat(5_000)} id=3;`
    expect((await searched(line, { pattern: 'id=' })).value).toMatch(/^ID: 1 line matches at 2 places, of 1\./)
    expect((await searched(line, { pattern: '^id=\\d' })).value).toMatch(
      /^ID: 1 line matches, of 1\.\n\n1: id=1; id=2; /,
    )
    expect((await searched(line, { pattern: 'id=\\d;$' })).value).toMatch(/^ID: 1 line matches, of 1\.\n\n1: .* id=3;$/)
    expect((await searched(line, { pattern: '^\\.' })).value).toMatch(/^No line of 1 matches\./)
  })

  it('finds in pages what does not fit into one answer', async () => {
    const line = spread(100, 500, (n) => `<${n}>`)
    const found: string[] = []
    for (let page = 1; page <= 6; page++) {
      const { value } = await searched(line, { pattern: '<\\d+>', page })
      for (const [, n = ''] of value.slice(value.indexOf('\n\n')).matchAll(/<(\d+)>/g)) found.push(n)
    }
    expect(new Set(found).size).toBe(100)
  })
})

describe('a search that takes long', () => {
  const text = 'ab c{"x":1,"yy":22} '.repeat(10_000)

  it.each([
    ['in one line', text, '(a?){60}(b){60}'],
    ['in many lines', text.replaceAll('} ', '}\n'), '(\\w?){60}Z'],
  ])('lets others have a turn: %s', async (_name, given, pattern) => {
    const { value, turns } = await searched(given, { pattern }, Number.POSITIVE_INFINITY)
    expect(value).toMatch(/^No line of [\d,]+ matches/)
    // 200,000 characters, each at some 300 states: a turn after each 250,000 steps would be 240 turns.
    expect(turns).toBeGreaterThan(100)
  })

  it('ends when its signal is aborted', async () => {
    const { value, turns } = await searched(text, { pattern: '(a?){60}(b){60}' }, 3)
    expect(value).toBe('The call was cancelled.')
    expect(turns).toBeLessThan(10)
  })

  it.each([
    '(.?){250}',
    '((a?){30}){30}',
    `${'a{1000}'.repeat(70)}`,
    '(abcdefgh){900}',
    '[[:alpha:]]{0,800}x',
    '\\pL{600}',
  ])('does not begin with a pattern whose repetitions multiply: %s', async (pattern) => {
    expect((await searched(text, { pattern })).value).toMatch(/^pattern is too large: .*smaller counts/)
  })

  it.each([
    '.{0,200}x":1',
    '(?:[a-z]{1,20} ){1,5}c',
    '\\d{4}-\\d{2}-\\d{2}|yy":\\d+',
    '[]x]{3}|\\{"x"',
    'a{,3}|b{|ab c',
  ])('takes a pattern of ordinary size: %s', async (pattern) => {
    expect((await searched(text, { pattern })).value).toMatch(/^ID: 1 line matches at|^No line of 1 matches/)
  })
})
