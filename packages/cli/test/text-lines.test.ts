import { describe, expect, it } from 'vitest'
import { textLines } from '../src/text-lines.ts'

async function linesOf(chunks: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
  async function* stdin(): AsyncGenerator<string | Uint8Array> {
    yield* chunks
  }
  const lines: string[] = []
  for await (const line of textLines('-', stdin())) lines.push(line)
  return lines
}

describe('textLines', () => {
  it('yields the same lines however the text is split', async () => {
    const text = 'one\n\ntwo\r\nthr\u2028ee 🌱\u0085\nfo\rur'
    const bytes = Buffer.from(text)
    const whole = ['one', '', 'two', 'thr\u2028ee 🌱\u0085', 'fo\rur']
    for (let size = 1; size <= bytes.length; size++) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      expect(await linesOf(pieces)).toEqual(whole)
    }
    expect(await linesOf([text])).toEqual(whole)
    expect(await linesOf([])).toEqual([])
  })

  it.each([[[0xff, 0x41]], [[0xf0, 0x9f, 0x8c]]])('rejects text that is not UTF-8: %j', async (bytes) => {
    const read = linesOf([Uint8Array.from(bytes)])
    await expect(read).rejects.toMatchObject({
      code: 'IMPORT_UNREADABLE',
      message: expect.stringContaining('neither UTF-8 nor UTF-16'),
    })
  })
})
