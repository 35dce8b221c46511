import { readTranscripts, type Transcript } from '@lamella/provider-fs/transcripts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everywhere } from './helpers/brief.ts'
import { type MadeSession, madeSessions } from './helpers/sessions.ts'

/** 2,000 at night. */
const runs = Number(process.env['LAMELLA_RUNS'] ?? 100)

/** A session after a change, and which of its lines are whole. */
interface Mutated {
  readonly lines: readonly string[]
  /** Places of the first file whose line is as it was. */
  readonly whole: ReadonlySet<number>
  /** It has a beginning that a page of the format would have. */
  readonly isCut: boolean
}

type Mutation = (session: MadeSession, at: number, share: number) => Mutated

const allOf = ({ lines }: MadeSession): ReadonlySet<number> => new Set(lines.keys())
const put = (lines: readonly string[], at: number, ...added: readonly string[]): readonly string[] => [
  ...lines.slice(0, at),
  ...added,
  ...lines.slice(at),
]

const mutations: Readonly<Record<string, Mutation>> = {
  'a line is cut': (session, at, share) => {
    const line = session.lines[at] ?? ''
    const cut = line.slice(0, Math.floor(line.length * share))
    const lines = session.lines.map((one, index) => (index === at ? cut : one))
    return { lines, whole: new Set([...lines.keys()].filter((index) => index !== at)), isCut: true }
  },
  'the file ends in a line': (session, at, share) => {
    const line = session.lines[at] ?? ''
    const lines = [...session.lines.slice(0, at), line.slice(0, Math.floor(line.length * share))]
    return { lines, whole: new Set(Array.from({ length: at }, (_, index) => index)), isCut: true }
  },
  'a line break is lost behind a torn line': (session, at, share) => {
    const line = session.lines[at] ?? ''
    const glued = line.slice(0, Math.floor(line.length * share)) + (session.lines[at + 1] ?? '')
    const lines = [...session.lines.slice(0, at), glued, ...session.lines.slice(at + 2)]
    const whole = [...session.lines.keys()].filter((index) => index !== at)
    return { lines, whole: new Set(whole), isCut: true }
  },
  'a line break is lost': (session, at) => {
    const glued = (session.lines[at] ?? '') + (session.lines[at + 1] ?? '')
    const lines = [...session.lines.slice(0, at), glued, ...session.lines.slice(at + 2)]
    return { lines, whole: allOf(session), isCut: false }
  },
  'a line is there twice': (session, at) => ({
    lines: put(session.lines, at, session.lines[at] ?? ''),
    whole: allOf(session),
    isCut: false,
  }),
  'a line of an unknown type': (session, at) => {
    const line = JSON.stringify({
      type: 'of-tomorrow',
      sessionId: 's1',
      uuid: 'x',
      value: { role: 'user', content: 'no' },
    })
    return { lines: put(session.lines, at, line), whole: allOf(session), isCut: false }
  },
  'a line that is no object': (session, at) => ({
    lines: put(session.lines, at, ['7', '"text"', 'null', '[[]]'][at % 4] ?? ''),
    whole: allOf(session),
    isCut: false,
  }),
  'NULs of a crash': (session, at, share) => ({
    lines: session.lines.map((line, index) => (index === at ? '\0'.repeat(1 + Math.floor(share * 50)) + line : line)),
    whole: allOf(session),
    isCut: false,
  }),
  'a huge line': (session, at, share) => {
    const data = 'A'.repeat(Math.floor(share * 200_000))
    return {
      lines: put(session.lines, at, JSON.stringify({ type: 'of-tomorrow', data })),
      whole: allOf(session),
      isCut: false,
    }
  },
}

/** Cut or changed between its lines, a document has no messages of which the lines say whether they are whole. */
const ofDocuments = [
  'a line is cut',
  'the file ends in a line',
  'a line break is lost',
  'a line break is lost behind a torn line',
]

const cases = madeSessions.flatMap((session) =>
  Object.entries(mutations)
    .filter(([name]) => !session.isDocument || ofDocuments.includes(name))
    .map(([name, mutate]) => ({ name, mutate, session, format: session.format })),
)

async function read(session: MadeSession, lines: readonly string[], ends: string): Promise<Transcript> {
  const [found] = await readTranscripts(lines.join(ends) + ends, { format: session.format })
  if (!found) throw new Error('no session')
  return found
}

describe('a session in which something is broken', () => {
  it.each(cases)('$format: $name', async ({ mutate, session }) => {
    const places = fc.nat({ max: session.lines.length - 1 })
    const shares = fc.double({ min: 0, max: 0.98, noNaN: true })
    const ends = fc.constantFrom('\n', '\r\n')
    await fc.assert(
      fc.asyncProperty(places, shares, ends, fc.boolean(), async (at, share, end, isMarked) => {
        const { lines, whole, isCut } = mutate(session, at, share)
        const [first = '', ...others] = lines
        const found = await read(session, [isMarked ? `\uFEFF${first}` : first, ...others], end)
        const everything = everywhere(found)
        for (const { text, line } of session.said) {
          if (whole.has(line)) expect(everything, text).toContain(text)
        }
        const shown = JSON.stringify([found.path, found.window])
        for (const text of session.aside) expect(shown).not.toContain(text)
        if (!isCut) for (const text of session.left) expect(shown).not.toContain(text)
      }),
      { numRuns: Math.ceil(runs / Object.keys(mutations).length) },
    )
  })

  it('a branch from any message leaves what follows it, and nothing is lost', async () => {
    const [claude] = madeSessions
    if (!claude) throw new Error('no session')
    const main = claude.lines.flatMap((line): readonly string[] => {
      const { uuid, isSidechain } = JSON.parse(line) as { readonly uuid?: string; readonly isSidechain?: boolean }
      return uuid === undefined || isSidechain ? [] : [uuid]
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...main), async (parentUuid) => {
        const message = { role: 'user', content: 'another way' }
        const added = { type: 'user', uuid: 'new', parentUuid, sessionId: 's1', isSidechain: false, message }
        const found = await read(claude, [...claude.lines, JSON.stringify(added)], '\n')
        expect(found.path.at(-1)?.message.content).toBe('another way')
        for (const { text } of claude.said) expect(everywhere(found)).toContain(text)
        for (const text of claude.aside) expect(JSON.stringify(found.path)).not.toContain(text)
      }),
      { numRuns: Math.min(runs, 100) },
    )
  })
})
