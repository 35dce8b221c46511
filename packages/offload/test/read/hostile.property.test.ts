import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { handleOf, headOf, lines, result, scope, testPlace, textResult } from '../support/place.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 500)

describe('hostile arguments', () => {
  it('neither throw nor show anything of another session', async () => {
    const place = testPlace()
    await place.append(
      textResult(lines(2_000)),
      result({ type: 'json', value: Array.from({ length: 2_000 }, (_, id) => ({ id })) }),
    )
    const other = { ...scope, user: 'bob' }
    await place.sessions.append(other, 's', [textResult(lines(2_000, (n) => `hidden ${n}`))])
    await place.sessions.append(scope, 'other', [textResult(lines(2_000, (n) => `hidden too ${n}`))])
    const [mine, json] = (await place.messages()).map((one) => handleOf(headOf(one)))
    const elsewhere = await Promise.all(
      (
        [
          [other, 's'],
          [scope, 'other'],
        ] as const
      ).map(async ([of, id]) => handleOf(headOf((await place.sessions.read(of, id, 0, 1))[0]?.message))),
    )
    const text = fc.oneof(
      fc.string({ unit: codePoint, maxLength: 40 }),
      fc.constantFrom(
        '(a+)+$',
        '(((((a*)*)*)*)*)*b',
        '(?:.*.*)*=',
        '[',
        '(?=x)',
        '\\1',
        '.{1000}{1000}',
        '$..*',
        "$['__proto__']",
        '$.constructor',
        '$[?(@.a)]',
        '-0',
        '0-0',
        '999999999-',
        '1-1',
        '$[*].id',
        '$[99999999999]',
      ),
    )
    const handle = fc.oneof(
      text,
      fc.constantFrom(mine, json, ...elsewhere, 'm0', 'm1.1', 'm99', 'm-1', 'm1e3', 'session', '../s', 'blob:'),
    )
    const input = fc.oneof(
      fc.anything(),
      fc.record(
        {
          handle,
          pattern: fc.oneof(text, fc.anything()),
          lines: fc.oneof(text, fc.constantFrom('5-9', '-3')),
          path: text,
          page: fc.oneof(fc.integer(), fc.anything()),
          context: fc.oneof(fc.nat(25), fc.anything()),
          [`${'x'}`]: fc.anything(),
        },
        { requiredKeys: ['handle'] },
      ),
      fc.record({ handle, pattern: text, lines: text, path: text, page: fc.nat(3) }, { requiredKeys: ['handle'] }),
    )
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        const { type, value } = await place.reader.execute(given)
        expect(['text', 'error-text']).toContain(type)
        expect(value).not.toMatch(/hidden/)
        expect(value).not.toContain('has failed')
        expect(value.length).toBeLessThanOrEqual(8_000)
      }),
      { numRuns: runs },
    )
  })
})
