import { createContext, defineLayer, isLamellaError, type Message } from '@lamella/core'
import type { RequestLimits } from '@lamella/core/plugin'
import { requestLimiter } from '@lamella/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charTokenizer } from '../../core/test/support/char-tokenizer.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 30) }
const scope = { tenant: 'acme' }

/** A note of a person: some text, and perhaps an image, which is left out first, and then the text. */
interface Note {
  readonly words: number
  readonly image: number
  readonly pinned: boolean
}

interface Request {
  readonly notes: readonly Note[]
  readonly tools: number
}

/** The window and all limits, of which each may be absent. */
interface Sizes extends RequestLimits {
  readonly window: number
}

const notes = (pinned: fc.Arbitrary<boolean>): fc.Arbitrary<Request> =>
  fc.record({
    notes: fc.array(fc.record({ words: fc.nat(60), image: fc.constantFrom(0, 30, 300, 3_000), pinned }), {
      minLength: 1,
      maxLength: 8,
    }),
    tools: fc.nat(3),
  })

const most = { window: 20_000, bytes: 30_000, images: 8, imageBytes: 5_000, tools: 4, toolBytes: 400 } as const
const names = Object.keys(most) as (keyof Sizes)[]
const sizes: fc.Arbitrary<Sizes> = fc.record({
  window: fc.integer({ min: 50, max: most.window }),
  bytes: fc.option(fc.nat(most.bytes), { nil: undefined }),
  images: fc.option(fc.nat(most.images), { nil: undefined }),
  imageBytes: fc.option(fc.nat(most.imageBytes), { nil: undefined }),
  tools: fc.option(fc.nat(most.tools), { nil: undefined }),
  toolBytes: fc.option(fc.nat(most.toolBytes), { nil: undefined }),
})

const messageOf = ({ words, image }: Note, index: number, withImage = true): Message => ({
  role: 'user',
  content: [
    { type: 'text', text: `note ${index} ${'x'.repeat(words)}` },
    ...(image > 0 && withImage ? [{ type: 'image' as const, image: new Uint8Array(image) }] : []),
  ],
})

async function build({ notes, tools }: Request, { window, ...limits }: Sizes) {
  const layer = defineLayer('notes', {
    placement: 'messages',
    load: () =>
      notes.map((note, index) => ({
        id: `n${index}`,
        content: [messageOf(note, index)],
        shorter: note.pinned ? [] : [[messageOf(note, index, false)]],
        rank: index,
        pinned: note.pinned,
      })),
  })
  return createContext()
    .use(layer)
    .tokenizer(charTokenizer)
    .tools(Array.from({ length: tools }, (_, n) => ({ name: `tool${n}`, inputSchema: { type: 'object' } })))
    .budget({ window, reserve: 10, limits: requestLimiter(limits) })
    .build({ scope })
}

/** Builds, and gives as much more as the error says, until it works. */
async function buildAtLast(request: Request, given: Sizes) {
  let now = given
  const raised: (keyof Sizes)[] = []
  for (;;) {
    try {
      return { context: await build(request, now), sizes: now, raised }
    } catch (error) {
      if (isLamellaError(error, 'CONTEXT_OVERFLOW')) {
        raised.push('window')
        now = { ...now, window: error.details.smallestWindow }
      } else if (isLamellaError(error, 'LIMIT_OVERFLOW')) {
        raised.push(error.details.limit)
        now = { ...now, [error.details.limit]: error.details.smallest }
      } else throw error
      expect(raised.length).toBeLessThanOrEqual(names.length)
    }
  }
}

/** What is left of each note: 2 with its image, 1 without, 0 for nothing. */
function kept(messages: readonly Message[], { notes }: Request): readonly number[] {
  return notes.map((note, index) => {
    const left = messages.find(({ content }) => JSON.stringify(content).includes(`note ${index} `))
    if (left === undefined) return 0
    return note.image > 0 && left.content.length === 1 ? 1 : 2
  })
}

describe('whole builds with a window and limits, on generated notes with images', () => {
  it('G1: keep all of them at once', async () => {
    await fc.assert(
      fc.asyncProperty(notes(fc.boolean()), sizes, async (request, given) => {
        const { context, sizes } = await buildAtLast(request, given)
        const { total, reserve } = context.report.tokens
        expect(total + reserve).toBeLessThanOrEqual(sizes.window)
        const images = context.messages.flatMap(({ content }) =>
          typeof content === 'string' ? [] : content.flatMap((part) => (part.type === 'image' ? [part.image] : [])),
        ) as Uint8Array[]
        expect(images.length).toBeLessThanOrEqual(sizes.images ?? most.images)
        const base64 = images.map(({ length }) => 4 * Math.ceil(length / 3))
        expect(Math.max(0, ...base64)).toBeLessThanOrEqual(sizes.imageBytes ?? Number.POSITIVE_INFINITY)
        const texts = JSON.stringify(context.messages.map(({ content }) => content)).length
        expect(base64.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(sizes.bytes ?? Number.POSITIVE_INFINITY)
        expect(Math.min(texts, context.report.limits?.bytes?.used ?? 0)).toBeLessThanOrEqual(
          sizes.bytes ?? Number.POSITIVE_INFINITY,
        )
        expect(context.tools.length).toBeLessThanOrEqual(sizes.tools ?? most.tools)
      }),
      runs,
    )
  })

  it('an overflow names what is passed and the smallest that works: one less does not', async () => {
    await fc.assert(
      fc.asyncProperty(notes(fc.constant(true)), sizes, async (request, given) => {
        const { sizes, raised } = await buildAtLast(request, given)
        expect(new Set(raised).size).toBe(raised.length)
        for (const name of raised) {
          expect(given[name]).toBeLessThan(sizes[name] as number)
          const code = name === 'window' ? 'CONTEXT_OVERFLOW' : 'LIMIT_OVERFLOW'
          const details = name === 'window' ? {} : { limit: name, smallest: sizes[name] }
          const less = { ...sizes, [name]: (sizes[name] as number) - 1 }
          await expect(build(request, less)).rejects.toMatchObject({ code, details })
        }
      }),
      runs,
    )
  })

  it.each(names)('G4: are monotone in %s, whatever the others are', async (name) => {
    await fc.assert(
      fc.asyncProperty(notes(fc.boolean()), sizes, fc.nat(3_000), async (request, given, more) => {
        const { context: small, sizes } = await buildAtLast(request, given)
        const larger = { ...sizes, [name]: sizes[name] === undefined ? undefined : (sizes[name] as number) + more }
        const large = await build(request, larger)
        const [before, after] = [kept(small.messages, request), kept(large.messages, request)]
        for (const [index, rung] of before.entries()) expect(after[index]).toBeGreaterThanOrEqual(rung)
      }),
      runs,
    )
  })
})
