import { offload, readResult, withOffload } from '@lamella/offload'
import { type BlobStore, blobIdsIn, type SessionStore } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContentPlan, contentOf, contentPlans } from './support/contents.ts'
import { contentsOf, headOf, outputOf, result, scope } from './support/place.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 30)
const most = Number(process.env['LAMELLA_MEGABYTES'] ?? 0.3) * 1_000_000

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('append' as const),
        to: fc.nat(2),
        plans: fc.array(contentPlans(most), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('fork' as const),
        to: fc.nat(2),
        into: fc.nat(4),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), to: fc.nat(4) }) },
  ),
  { minLength: 1, maxLength: 8 },
)

/** Reads a handle through the tool, page by page. */
async function readAll(sessions: SessionStore, blobs: BlobStore, session: string, input: object): Promise<string> {
  const tool = readResult({ sessions, blobs, scope: { ...scope, session }, maxCharacters: Math.max(8_000, most / 4) })
  let text = ''
  for (let page = 1; ; page++) {
    const { type, value } = await tool.execute({ ...input, page })
    if (type === 'error-text') {
      if (!/^There (is 1 page|are [\d,]+ pages)/.test(value)) throw new Error(value)
      return text
    }
    text += value.slice(value.indexOf('\n\n') + 2)
  }
}

/** Lines as they are counted: a line break at the end begins none. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

describe('sessions with generated results', () => {
  it('reads everything back exactly, by every way; forks and deletions leave no content and lose none', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const blobs = createBlobStore()
        const plain = createSessionStore()
        const sessions = withOffload(plain, offload({ blobs }))
        const oracle = new Map<string, ContentPlan[]>()
        for (const step of list) {
          const id = `s${step.to}`
          const own = oracle.get(id)
          if (step.do === 'append') {
            const messages = step.plans.map((plan) => result(contentOf(plan).output))
            await sessions.append(scope, id, messages)
            oracle.set(id, [...(own ?? []), ...step.plans])
          } else if (step.do === 'delete') {
            await sessions.delete(scope, id)
            oracle.delete(id)
          } else if (own && !oracle.has(`s${step.into}`)) {
            const at = Math.round(step.share * own.length)
            await sessions.transfer?.fork(scope, id, `s${step.into}`, at)
            oracle.set(`s${step.into}`, own.slice(0, at))
          }
        }
        for (const [session, plans] of oracle) {
          const stored = await sessions.read(scope, session, 0, 1_000)
          expect(stored).toHaveLength(plans.length)
          const named = new Set<string>()
          for (const [index, plan] of plans.entries()) {
            const { output, text } = contentOf(plan)
            const message = stored[index]?.message
            // A message of the store that is appended again stays as it is.
            expect(await sessions.prepare?.(scope, session, [message as never])).toEqual([message])
            const kept = outputOf(message)
            const [, handle] = JSON.stringify(kept).match(/"handle\\":\\"(blob:[a-z2-7]{26})/) ?? []
            if (handle === undefined) expect(kept).toEqual(output)
            else {
              named.add(handle)
              expect(JSON.stringify(kept).length).toBeLessThan(16_000)
            }
            const wellFormed = text.replace(/\p{Cs}/gu, '\ufffd')
            const read = (input: object): Promise<string> => readAll(sessions, blobs, session, input)
            expect((await read({ handle: `m${index}` })) === wellFormed).toBe(true)
            if (handle === undefined) continue
            expect((await read({ handle })) === wellFormed).toBe(true)
            const lines = linesOf(wellFormed)
            expect((await read({ handle, lines: '1-' })) === lines.join('\n')).toBe(true)
            const middle = Math.ceil(lines.length / 2)
            expect(await read({ handle, lines: `${middle}` })).toBe(lines[middle - 1])
            const found = await read({ handle, pattern: '^.' })
            // The two characters of a line break of Windows are none of the line.
            expect(linesOf(found).length).toBe(linesOf(text).filter((line) => !/^\r?$/.test(line)).length)
            if (plan.kind === 'json' || plan.kind === 'json text') {
              expect(JSON.parse(await read({ handle, path: '$' }))).toEqual(JSON.parse(text))
              expect(await read({ handle, path: '$[-1].id' })).toBe(`${JSON.parse(text).length - 1}`)
            }
          }
          const there = (await blobs.list(scope, session, { limit: 1_000 })).blobs.map(({ id }) => id)
          expect(blobIdsIn(stored)).toEqual(expect.arrayContaining(there))
          expect(await contentsOf(blobs, scope, session)).toHaveLength(named.size)
        }
        for (const session of oracle.keys()) await sessions.delete(scope, session)
        expect((await blobs.sessions(scope)).sessions).toEqual([])
      }),
      { numRuns: runs },
    )
  })

  it('erases the contents of a scope with its sessions', async () => {
    const blobs = createBlobStore()
    const sessions = withOffload(createSessionStore(), offload({ blobs }))
    const { output } = contentOf({ kind: 'lines', size: 100_000, seed: 1, isError: false })
    for (const user of ['ada', 'bob']) await sessions.append({ tenant: 'acme', user }, 's', [result(output)])
    await sessions.admin?.erase({ tenant: 'acme', user: 'ada' })
    expect((await blobs.sessions({ tenant: 'acme', user: 'ada' })).sessions).toEqual([])
    expect((await blobs.sessions({ tenant: 'acme', user: 'bob' })).sessions).toEqual(['s'])
    const [message] = await sessions.read({ tenant: 'acme', user: 'bob' }, 's', 0, 1)
    expect(headOf(message?.message)).toContain('blob:')
  })
})
