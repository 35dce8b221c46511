import { createContext, defineLayer, isLamellaError, type Message } from '@lamella/core'
import { requestLimiter } from '@lamella/models'
import { describe, expect, it } from 'vitest'
import { charTokenizer } from '../../core/test/support/char-tokenizer.ts'

const scope = { tenant: 'acme' }
const image = (bytes = 300) => ({ type: 'image' as const, image: new Uint8Array(bytes) })
const note = (index: number, parts: readonly object[]): Message => ({
  role: 'user',
  content: [{ type: 'text', text: `note ${index}` }, ...parts] as never,
})
/** A layer of notes with an image each, and a form without it. */
const notes = (count: number, pinned = false) =>
  defineLayer('notes', {
    placement: 'messages',
    load: () =>
      Array.from({ length: count }, (_, index) => ({
        id: `n${index}`,
        content: [note(index, [image()])],
        shorter: [[note(index, [])]],
        rank: index,
        pinned,
      })),
  })
const builder = createContext().tokenizer(charTokenizer)
const sizes = { window: 100_000, reserve: 1_000 }

describe('a build with limits', () => {
  it('reports what each takes, and takes the first form without an image, lowest rank first', async () => {
    const { report } = await builder
      .use(notes(5))
      .budget({ ...sizes, limits: requestLimiter({ images: 2, bytes: 1_000_000, imageBytes: 400, tools: 3 }) })
      .build({ scope })
    expect(report.limits).toMatchObject({
      images: { used: 2, limit: 2 },
      imageBytes: { used: 400, limit: 400 },
      tools: { used: 0, limit: 3 },
    })
    expect(report.rows).toMatchObject(
      [0, 1, 2].map((index) => ({
        fragment: `n${index}`,
        action: 'shortened',
        reason: 'limit',
        limit: { name: 'images', before: 1, after: 0 },
      })),
    )
    expect(report.truncated).toBe(true)
  })

  it('does not give tokens that a limit saves to another text: a larger limit never drops what a smaller one kept', async () => {
    const kept = async (images: number): Promise<readonly string[]> => {
      const { report } = await builder
        .use(notes(8))
        .budget({ window: 9_000, reserve: 1_000, limits: requestLimiter({ images }) })
        .build({ scope })
      return report.rows.map((row) => `${row.fragment} ${row.action}`)
    }
    // Five images of 1,600 tokens do not fit 8,000: four stay, whatever the limit.
    for (const images of [0, 1, 2, 3, 4]) {
      const [small, large] = [await kept(images), await kept(images + 1)]
      for (const row of large) expect(small).toContain(row)
    }
    expect((await kept(8)).length).toBe((await kept(4)).length)
  })

  it('fails with the limit that required content passes, the smallest that works, and the largest pinned fragments', async () => {
    const failed = await builder
      .use(notes(3, true))
      .budget({ ...sizes, limits: requestLimiter({ bytes: 1_500 }) })
      .build({ scope })
      .catch((error: unknown) => error)
    if (!isLamellaError(failed, 'LIMIT_OVERFLOW')) throw failed
    expect(failed.details).toMatchObject({ limit: 'bytes', value: 1_500, largest: [{ layer: 'notes' }, {}, {}] })
    const { smallest } = failed.details
    const build = (bytes: number) =>
      builder
        .use(notes(3, true))
        .budget({ ...sizes, limits: requestLimiter({ bytes }) })
        .build({ scope })
    await expect(build(smallest)).resolves.toMatchObject({ report: { truncated: false } })
    await expect(build(smallest - 1)).rejects.toMatchObject({ code: 'LIMIT_OVERFLOW' })
  })

  it('keeps the bytes of texts of the system prompt, too', async () => {
    const text = defineLayer('text', {
      load: () => Array.from({ length: 20 }, (_, id) => ({ id: `t${id}`, content: 'x'.repeat(100) })),
    })
    const { report, system } = await builder
      .use(text)
      .budget({ ...sizes, limits: requestLimiter({ bytes: 2_500 }) })
      .build({ scope })
    expect(report.limits?.bytes?.used).toBeLessThanOrEqual(2_500)
    expect(system[0]?.content.length).toBeGreaterThan(800)
    expect(report.rows[0]).toMatchObject({ reason: 'limit', limit: { name: 'bytes' } })
  })

  it.each([{ images: -1 }, { images: 1.5 }, { imgs: 3 }, { bytes: '5' }])('refuses %o', (limits) => {
    expect(() => requestLimiter(limits as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    expect(() => builder.budget({ ...sizes, limits: limits as never })).toThrow(
      expect.objectContaining({ code: 'BUDGET_INVALID', message: expect.stringContaining('requestLimiter(') }),
    )
  })
})
