import type { Embedder } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import { createEmbed } from '../../src/search/embed.ts'

const failed = (what: string): Error => new Error(what)
const waiting = Array.from({ length: 10 }, (_, id) => ({ id, text: `text ${id}` }))

/** Answers with one number, unless it is asked for one of `slow`. */
function embedderOf(slow: readonly string[], timeout: number | undefined) {
  const calls: (readonly string[])[] = []
  const aborted: unknown[] = []
  const embedder: Embedder = {
    name: 'slow',
    dimensions: 1,
    batch: 4,
    ...(timeout === undefined ? {} : { timeout }),
    embed: (texts, signal) => {
      calls.push(texts)
      if (!texts.some((text) => slow.includes(text))) return Promise.resolve(texts.map(() => [1]))
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          aborted.push(signal.reason)
          reject(signal.reason)
        })
      })
    },
  }
  return { embedder, calls, aborted }
}

describe('an embedder that does not answer', () => {
  it('fails after its timeout, and its call is aborted', async () => {
    const { embedder, aborted } = embedderOf(['text'], 20)
    await expect(createEmbed(embedder, failed).one('text', undefined)).rejects.toThrow(
      'The embedder "slow" failed: it took longer than 20 ms.',
    )
    expect(aborted).toHaveLength(1)
  })

  it('is not asked again for the other texts, which keep what came before', async () => {
    const { embedder, calls } = embedderOf(['text 5'], 20)
    const kept: number[] = []
    const keep = async (texts: readonly { readonly id: number }[]): Promise<void> => {
      kept.push(...texts.map(({ id }) => id))
    }
    const { left, error } = await createEmbed(embedder, failed).all(waiting, keep, undefined)
    expect(kept).toEqual([0, 1, 2, 3])
    expect(left).toBe(6)
    expect(String(error)).toContain('it took longer than 20 ms')
    expect(calls).toHaveLength(2)
  })

  it('can still be aborted by the caller before', async () => {
    const { embedder } = embedderOf(['text'], undefined)
    const control = new AbortController()
    const asked = createEmbed(embedder, failed).one('text', control.signal)
    control.abort()
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

/** A picture of 40 kB as base64: its bytes look random, and are the same in each run. */
const bytes = Uint8Array.from({ length: 30_000 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 13)
const picture = Buffer.from(bytes).toString('base64')

describe('an embedder', () => {
  it('gets texts without their binary data', async () => {
    const { embedder, calls } = embedderOf([], undefined)
    await createEmbed(embedder, failed).one(`The logo is ${picture} since May.`, undefined)
    expect(calls).toEqual([['The logo is [40,000 characters of data] since May.']])
  })
})
