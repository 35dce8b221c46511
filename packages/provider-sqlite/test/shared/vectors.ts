import type { Notice } from '@lamella/core'
import type { Embedder } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import { direction, embedderOf, meaning, numbers } from '../helpers/embedders.ts'
import type { OpenStores, SearchedOptions } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }
const ids = (hits: readonly { readonly item: { readonly id: string } }[]) => hits.map(({ item }) => item.id)

/** An embedder that begins with some texts, and answers for them only after `answer`. */
function patient(isLate: (texts: readonly string[]) => boolean) {
  let [began, answer] = [(): void => {}, (): void => {}]
  const begun = new Promise<void>((resolve) => {
    began = resolve
  })
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const good = meaning()
  const embed = async (texts: readonly string[]) => {
    if (isLate(texts)) {
      began()
      await answered
    }
    return good.embed(texts)
  }
  return { embedder: { ...good, embed }, begun, answer: () => answer() }
}

export function vectorTests(openStores: OpenStores): void {
  const open = async (embedder: Embedder, options: SearchedOptions = {}) => {
    const notices: Notice[] = []
    const onNotice = (notice: Notice): void => void notices.push(notice)
    return { ...(await openStores({ embedder, onNotice, ...options })), notices }
  }

  describe('vectors of memory', () => {
    it('find texts that use other words, while words find the rest', async () => {
      const { memory } = await open(meaning())
      await memory.put(ada, { id: 'car', text: 'the car' })
      await memory.put(ada, { id: 'baby', text: 'baby' })
      const [hit] = (await memory.search(ada, { query: 'automobile', mode: 'vector' })).hits
      expect([hit?.item.id, hit?.by]).toEqual(['car', ['vector']])
      expect(ids((await memory.search(ada, { query: 'automobile' })).hits)[0]).toBe('car')
      expect(ids((await memory.search(ada, { query: 'automobile', mode: 'keyword' })).hits)).toEqual([])
      expect((await memory.search(ada, { query: '?!', mode: 'vector' })).hits).toEqual([])
    })

    it("are requested in batches up to the embedder's limit, each text once", async () => {
      const embedder = embedderOf('m', (text) => direction(text), { batch: 10 })
      const { memory } = await open(embedder)
      const texts = Array.from({ length: 60 }, (_, n) => `text ${n % 25}`)
      await Promise.all(texts.map((text, n) => memory.put(ada, { id: `${n}`, text })))
      expect(embedder.calls.flat().sort()).toEqual([...new Set(texts)].sort())
      for (const call of embedder.calls) expect(call.length).toBeLessThanOrEqual(10)
      expect(embedder.calls.length).toBeLessThanOrEqual(5)
      await memory.put(ada, { id: 'again', text: 'text 1' })
      await memory.put({ tenant: 'other' }, { id: 'other', text: 'text 1' })
      // Nothing is reused from another owner.
      expect(embedder.calls.flat().filter((text) => text === 'text 1')).toHaveLength(2)
      expect((await memory.search(ada, { query: 'text 1', mode: 'vector', limit: 100 })).hits.length).toBe(61)
    })

    it('follow the text: a changed entry has the vector of its new text', async () => {
      const embedder = meaning()
      const { memory } = await open(embedder)
      await memory.put(ada, { id: 'a', text: 'car' })
      await memory.put(ada, { id: 'b', text: 'baby' })
      await memory.put(ada, { id: 'a', text: 'doctor' })
      await memory.put(ada, { id: 'b', text: 'baby', importance: 9 })
      expect(embedder.calls.flat()).toEqual(['car', 'baby', 'doctor'])
      expect(ids((await memory.search(ada, { query: 'physician', mode: 'vector' })).hits)[0]).toBe('a')
      expect(ids((await memory.search(ada, { query: 'automobile', mode: 'vector' })).hits)).toHaveLength(2)
    })
  })

  describe('an embedder', () => {
    const wrong: readonly (readonly [string, (texts: readonly string[]) => unknown])[] = [
      [
        'throws',
        () => {
          throw new Error('no network')
        },
      ],
      ['gives nothing', () => undefined],
      ['gives too few vectors', (texts) => texts.slice(1).map((text) => direction(text))],
      ['gives vectors that are too short', (texts) => texts.map((text) => direction(text, 3))],
      ['gives NaN', (texts) => texts.map((text) => direction(text).fill(Number.NaN, 0, 1))],
      ['gives infinity', (texts) => texts.map(() => Array(64).fill(Number.POSITIVE_INFINITY))],
      ['gives texts', (texts) => texts.map(() => Array(64).fill('0.5x'))],
    ]

    it.each(wrong)('that %s costs only its vectors, which are requested again', async (_, fail) => {
      const good = meaning()
      let isGood = false
      const embed = async (texts: readonly string[]) => (isGood ? good.embed(texts) : (fail(texts) as Float32Array[]))
      const { memory, notices, check } = await open({ ...good, embed })
      expect(await memory.put(ada, { id: 'car', text: 'the car' })).toMatchObject({ revision: 1 })
      expect(notices.map(({ code }) => code)).toEqual(['EMBEDDING_FAILED'])
      expect(ids((await memory.search(ada, { query: 'car' })).hits)).toEqual(['car'])
      await expect(memory.search(ada, { query: 'car', mode: 'vector' })).rejects.toMatchObject({
        code: 'EMBEDDER_FAILED',
      })
      isGood = true
      expect(ids((await memory.search(ada, { query: 'automobile', mode: 'vector' })).hits)).toEqual(['car'])
      expect(await check()).toEqual([])
    })

    it('that rejects some texts provides vectors for all others', async () => {
      const bad = new Set(['bad 10', 'bad 11', 'bad 30', 'bad 31', 'bad 32'])
      const good = meaning()
      const embed = async (texts: readonly string[]) => {
        if (texts.some((text) => bad.has(text))) throw new Error('too long')
        return good.embed(texts)
      }
      const { memory, notices } = await open({ ...good, embed })
      await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          memory.put(ada, { id: `${n}`, text: bad.has(`bad ${n}`) ? `bad ${n}` : `good ${n}` }),
        ),
      )
      expect((await memory.search(ada, { query: 'good', mode: 'vector', limit: 200 })).hits).toHaveLength(95)
      expect(notices.at(-1)?.what).toMatch(/^5 texts have no vector yet/)
    })

    it('that never answers is abandoned on abort, whether or not it observes the signal', async () => {
      const { memory } = await open(embedderOf('m', (text) => direction(text)))
      await memory.put(ada, { id: 'a', text: 'tea' })
      const silent: Embedder = { name: 'silent', dimensions: 64, embed: () => new Promise(() => {}) }
      const stores = await open(silent)
      // It is stored before the embedder is called.
      const put = stores.memory.put(ada, { id: 'a', text: 'tea' })
      await expect.poll(async () => (await stores.memory.get(ada, 'a'))?.text).toBe('tea')
      const reason = new Error('enough')
      const search = stores.memory.search(ada, { query: 'tea', signal: AbortSignal.timeout(20) })
      await expect(search).rejects.toMatchObject({ code: 'ABORTED', cause: { name: 'TimeoutError' } })
      await expect(
        stores.memory.search(ada, { query: 'tea', signal: AbortSignal.abort(reason) }),
      ).rejects.toMatchObject({
        code: 'ABORTED',
        cause: reason,
      })
      expect(ids((await stores.memory.search(ada, { query: 'tea', mode: 'keyword' })).hits)).toEqual(['a'])
      void put
    })

    it('that runs during an erasure does not store its vectors for another owner', async () => {
      const { embedder, begun, answer } = patient((texts) => texts.includes('secret'))
      const { memory, check } = await open(embedder)
      await memory.put(ada, { id: 'a', text: 'doctor' })
      const search = memory.search(ada, { query: 'secret' })
      await begun
      await memory.erase(ada)
      await memory.put({ tenant: 'other' }, { id: 'b', text: 'a secret of theirs' })
      answer()
      expect((await search).hits).toEqual([])
      expect(await check()).toEqual([])
    })

    it('whose database is closed meanwhile still stores the entry, without an error', async () => {
      const { embedder, begun, answer } = patient(() => true)
      const { memory, notices, close } = await open(embedder)
      const put = memory.put(ada, { id: 'a', text: 'doctor' })
      await begun
      await close()
      answer()
      expect(await put).toMatchObject({ revision: 1 })
      expect(notices.map(({ code }) => code)).toEqual(['EMBEDDING_FAILED'])
    })
  })

  describe('vectors of messages', () => {
    it('are created at a search, for all messages', async () => {
      const embedder = meaning()
      const { sessions } = await open(embedder, { embed: 'all' })
      const next = numbers(3)
      for (let n = 0; n < 150; n++) {
        const word = next() < 0.1 ? 'car' : `word${n}`
        await sessions.append(ada, `s${n % 3}`, [{ role: 'user', content: word }])
      }
      expect(embedder.calls).toEqual([])
      const { hits } = await sessions.search(ada, { query: 'automobile', mode: 'vector', limit: 5 })
      expect(hits.map(({ item }) => item.message.content)).toEqual(Array(5).fill('car'))
      const calls = embedder.calls.length
      await sessions.search(ada, { query: 'automobile', mode: 'vector', limit: 5 })
      expect(embedder.calls.length - calls).toBeLessThanOrEqual(1)
    })
  })
}
