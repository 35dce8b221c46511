import { readdir, readFile } from 'node:fs/promises'
import type { Message } from '@lamella/core'
import { fileSessions } from '@lamella/provider-fs'
import type { SessionPage } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
/** Looks at every nth byte, and at all bytes around the ends of records. */
const every = Number(process.env['LAMELLA_EVERY'] ?? 40)
const text = (content: string): Message => ({ role: 'user', content })
const path = 'acme/ada/_/s.jsonl'

/** Creates a small session with every kind of record, and the end offset of each. */
async function small() {
  const folder = await tempFolder()
  const sessions = fileSessions(folder.at('good'), { fsync: 'os' })
  await sessions.append(scope, 's', [text('zero')], { at: new Date(0), operation: 'a' })
  await sessions.append(scope, 's', [text('one'), text('two "ü🦊"'), text('three')])
  await sessions.compactions.add(scope, 's', { start: 0, end: 2, text: 'so far' })
  await sessions.append(scope, 's', [text('four')], { operation: 'b' })
  await sessions.append(scope, 's', [text('five'), text('six')], { at: new Date(1_000) })
  await sessions.close()
  const bytes = await readFile(folder.at(`good/${path}`))
  const lines = bytes.toString('utf8').trimEnd().split('\n')
  let end = 0
  const records = lines.map((line) => {
    const start = end
    end += Buffer.byteLength(line) + 1
    const { pos, message, part } = JSON.parse(line) as { pos: number; message?: Message; part?: [number, number] }
    return { start, end, pos, message, part }
  })
  return { folder, bytes, records }
}

type Records = Awaited<ReturnType<typeof small>>['records']
const isLookedAt = (at: number, records: Records): boolean =>
  at % every === 0 || records.some(({ end }) => Math.abs(end - at) <= 2)

const contents = ({ messages }: SessionPage) => messages.map(({ position, message }) => [position, message.content])

describe('a session file', () => {
  it('that is cut at any byte returns every whole append before the cut, and accepts more', async () => {
    const { folder, bytes, records } = await small()
    for (let cut = 0; cut <= bytes.length; cut++) {
      if (!isLookedAt(cut, records)) continue
      const at = folder.at(`cut-${cut}`)
      await folder.write(`cut-${cut}/${path}`, bytes.subarray(0, cut))
      const noticed: string[] = []
      const sessions = fileSessions(at, { fsync: 'os', onNotice: ({ code }) => noticed.push(code) })
      // Only the line break may be missing.
      const there = records.filter(({ end }) => end - 1 <= cut)
      const last = there.findLastIndex(({ part: [part, parts] = [1, 1] }, index) => index > 0 && part === parts)
      const whole = last === -1 ? [] : there.slice(0, last + 1)
      const messages = whole.flatMap(({ message, pos }) => (message ? [[pos, message.content]] : []))
      const page = await sessions.page(scope, 's')
      expect(contents(page)).toEqual(messages)
      const left = whole.at(-1)?.end ?? 0
      const isTorn = cut > left
      expect(page.notices.map(({ code }) => code)).toEqual(isTorn ? ['SESSION_TAIL_TORN'] : [])
      const appended = await sessions.append(scope, 's', [text('next')])
      expect(appended).toMatchObject({ start: messages.length, length: messages.length + 1 })
      expect(noticed).toEqual(isTorn ? ['SESSION_TAIL_TORN'] : [])
      const after = await sessions.page(scope, 's')
      expect(contents(after)).toEqual([...messages, [messages.length, 'next']])
      expect(after.notices).toEqual([])
      const names = await readdir(folder.at(`cut-${cut}/acme/ada/_`))
      expect(names.includes('s.torn')).toBe(isTorn)
      if (isTorn) {
        const torn = await readFile(folder.at(`cut-${cut}/acme/ada/_/s.torn`))
        expect(torn.includes(bytes.subarray(left, cut))).toBe(true)
      }
      expect((await sessions.admin.verify(scope, 's')).map(({ code }) => code)).toEqual(
        isTorn ? ['SESSION_TAIL_TORN'] : [],
      )
    }
  })

  it("with any one byte changed returns all messages except the damaged record's, reports it, and accepts more", async () => {
    const { folder, bytes, records } = await small()
    const changed: readonly ((byte: number) => number)[] = [(byte) => byte ^ 0x01, () => 0x0a, () => 0x00]
    for (const [at, byte] of bytes.entries()) {
      const value = changed[at % 3]?.(byte) ?? 0
      if (value === byte || !isLookedAt(at, records)) continue
      const damaged = Buffer.from(bytes)
      damaged[at] = value
      const name = `changed-${at}-${value}`
      await folder.write(`${name}/${path}`, damaged)
      const noticed: string[] = []
      const sessions = fileSessions(folder.at(name), { fsync: 'os', onNotice: ({ code }) => noticed.push(code) })
      // If a line break was damaged, both records survive: they contain their length.
      const hit = records.findIndex(({ start, end }) => at >= start && at < end - 1)
      const messages = records.flatMap(({ message, pos }, index) =>
        message && index !== hit ? [[pos, message.content]] : [],
      )
      const page = await sessions.page(scope, 's')
      expect(contents(page), name).toEqual(messages)
      const codes = page.notices.map(({ code }) => code)
      expect(codes, name).toEqual(hit === -1 ? [] : ['SESSION_RECORD_DAMAGED'])
      const { revision } = page
      expect(revision).toBeGreaterThanOrEqual(5)
      const appended = await sessions.append(scope, 's', [text('next')], { expectedRevision: revision })
      expect(appended.start).toBeGreaterThanOrEqual(7)
      expect(contents(await sessions.page(scope, 's'))).toEqual([...messages, [appended.start, 'next']])
      expect((await sessions.compactions.list(scope, 's')).length).toBe(records[hit]?.message || hit < 1 ? 1 : 0)
      expect(noticed.filter((code) => code !== 'SESSION_RECORD_DAMAGED')).toEqual([])
      expect((await sessions.admin.verify(scope, 's')).map(({ code }) => code)).toEqual(codes)
      // Named operations are still known, unless the damage hit them.
      const again = await sessions.append(scope, 's', [text('four')], { operation: 'b' })
      expect(again.repeated).toBe(records[hit]?.pos !== 4 || records[hit]?.message === undefined)
    }
  })

  it('with a damaged message cannot be forked after it', async () => {
    const { folder, bytes } = await small()
    const damaged = bytes.toString('utf8').replace('"one"', '"onE"')
    await folder.write(`x/${path}`, damaged)
    const sessions = fileSessions(folder.at('x'), { fsync: 'os' })
    await expect(sessions.transfer.fork(scope, 's', 't')).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
    expect(await sessions.transfer.fork(scope, 's', 't', 1)).toMatchObject({
      length: 1,
      forkedFrom: { session: 's', at: 1 },
    })
    expect((await sessions.list(scope)).sessions.map(({ id }) => id)).toEqual(['s', 't'])
  })

  it('with removed or reordered lines is reported by verify', async () => {
    const { folder, bytes } = await small()
    const lines = bytes.toString('utf8').trimEnd().split('\n')
    for (let n = 0; n < lines.length - 2; n++) {
      await folder.write(`${n}/${path}`, `${lines.filter((_, index) => index !== n).join('\n')}\n`)
      const sessions = fileSessions(folder.at(String(n)), { fsync: 'os' })
      expect((await sessions.admin.verify(scope, 's')).map(({ code }) => code)).toEqual(['SESSION_RECORD_DAMAGED'])
    }
  })
})
