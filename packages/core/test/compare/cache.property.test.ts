import {
  type Context,
  defineLayer,
  type Fragment,
  isLamellaError,
  type Layer,
  type Message,
  oldestFirst,
  type RequestPrefix,
  type Stability,
  type ToolDefinition,
} from '@lamella/core'
import { previousRequest } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedCache, itemsOf, tokensOf } from '../support/cache-oracle.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import { histories } from '../support/histories.ts'
import { scope, start } from '../support/layers.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 500) }
/** Few characters, so that texts start alike, and some that are two units long. None of them is in a separator. */
const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '😀', '😁'), { minLength: 1, maxLength: 8 })
  .map((all) => all.join(''))
const stability = fc.constantFrom<Stability>('static', 'session', 'turn')
const windows = fc.oneof(fc.constant(100_000), fc.integer({ min: 40, max: 250 }))

interface Part {
  readonly name: string
  readonly stability: Stability
  readonly order: number
  readonly texts: readonly string[]
  readonly wrapped: boolean
}

const part = (name: string): fc.Arbitrary<Part> =>
  fc.record({
    name: fc.constant(name),
    stability,
    order: fc.integer({ min: 0, max: 5 }),
    texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    wrapped: fc.boolean(),
  })

const tool: fc.Arbitrary<ToolDefinition> = fc.record({
  name: fc.constantFrom('look', 'find'),
  description: fc.constantFrom('', 'Looks.', 'Looks around.'),
  inputSchema: fc.constantFrom({}, { type: 'object' }),
})

/** The changes to a list of texts from one request to the next. */
type Edit = 'none' | 'gone' | 'more' | 'put in' | 'changed'
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Edit>('none') },
  { weight: 1, arbitrary: fc.constantFrom<Edit>('gone', 'more', 'put in', 'changed') },
)
function edited({ texts, ...rest }: Part, how: Edit, more: string, at: number): readonly Part[] {
  const place = at % texts.length
  const change = (one: string): string => one.slice(0, at) + more
  switch (how) {
    case 'none':
      return [{ texts, ...rest }]
    case 'gone':
      return []
    case 'more':
      return [{ texts: [...texts, more], ...rest }]
    case 'put in':
      return [{ texts: texts.toSpliced(place, 0, more), ...rest }]
    case 'changed':
      return [{ texts: texts.map((one, index) => (index === place ? change(one) : one)), ...rest }]
  }
}

function layerOf({ name, stability, order, texts, wrapped }: Part): Layer {
  return defineLayer(name, {
    stability,
    order,
    load: () => texts.map((content, index) => ({ id: `f${index}`, content })),
    ...(wrapped
      ? { compose: (kept) => `# ${kept.length}\n${kept.map(({ content }) => `* ${content}`).join('\n')}` }
      : {}),
  })
}

const fragmentsOf = (messages: readonly Message[], of: string): readonly Fragment[] =>
  messages.map((message, index) => ({ id: `${of}${index}`, content: [message], page: Math.floor(index / 3) }))

const past = defineLayer('past', {
  order: 6,
  placement: 'messages',
  truncation: oldestFirst(),
  load: async ({ session, signal }) => fragmentsOf(await session.read(0, session.length, { signal }), 'm'),
})
const turn = defineLayer('turn', {
  order: 9,
  placement: 'messages',
  load: ({ message }) => (message ? [{ id: 'new', content: [message], pinned: true }] : []),
})

interface Given {
  readonly parts: readonly Part[]
  readonly tools: readonly ToolDefinition[]
  readonly session: readonly Message[]
  readonly message: string
  readonly window: number
}

async function build(given: Given, previous?: RequestPrefix): Promise<Context | undefined> {
  const { parts, tools, session, message, window } = given
  const builder = start()
    .use([...parts.map(layerOf), past, turn])
    .tools(tools)
    .budget({ window, reserve: 0 })
  try {
    return await builder.build({ scope, session, message, previous: previous && previousRequest(previous) })
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}

const pairs: fc.Arbitrary<readonly [Given, Given]> = fc
  .record({
    parts: fc.tuple(part('one'), part('two'), part('three')),
    edits: fc.tuple(edit, edit, edit),
    more: text,
    at: fc.integer({ min: 0, max: 8 }),
    tools: fc.array(tool, { maxLength: 3 }),
    otherTools: fc.option(fc.array(tool, { maxLength: 3 }), { freq: 5 }),
    session: histories(8),
    lost: fc.option(fc.integer({ min: 0, max: 8 }), { freq: 4 }),
    grown: histories(3),
    messages: fc.tuple(text, text),
    windows: fc.tuple(windows, fc.option(windows, { freq: 3 })),
    swapped: fc.boolean(),
  })
  .map(({ parts, edits, more, at, tools, otherTools, session, lost, grown, messages, windows, swapped }) => {
    const one: Given = { parts, tools, session, message: messages[0], window: windows[0] }
    const other: Given = {
      parts: parts.flatMap((item, index) => edited(item, edits[index] ?? 'none', more, at)),
      tools: otherTools ?? tools,
      session: [...session.filter((_, index) => index !== lost), { role: 'user', content: messages[0] }, ...grown],
      message: messages[1],
      window: windows[1] ?? windows[0],
    }
    return swapped ? [other, one] : [one, other]
  })

/**
 * Finds the fragment of a layer without wrapping whose text, or the separator before it, has the character at `place`.
 */
function fragmentAt(texts: readonly string[], place: number): string | undefined {
  let end = 0
  const index = texts.findIndex((one, at) => {
    end += one.length + (at > 0 ? 2 : 0)
    return place < end
  })
  return index < 0 ? undefined : `f${index}`
}

function commonUnits(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

describe('report.cache, on generated requests', () => {
  it('reports how many tokens repeat the last request and where the repetition ends, like a comparison of JSON text', async () => {
    const seen: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(pairs, async ([first, second]) => {
        const before = await build(first)
        if (!before) return
        const previous = deepFreeze({ tools: before.tools, system: before.system, messages: before.messages })
        const now = await build(second, previous)
        if (!now) return
        const { prefix, brokenBy } = now.report.cache
        const expected = expectedCache(now, before)
        expect(prefix).toBe(expected.prefix)
        expect(prefix).toBeLessThanOrEqual(now.report.tokens.total)
        const { layer, fragment, ...where } = brokenBy ?? {}
        expect(brokenBy && where).toEqual(expected.brokenBy)

        const stored = await build(second, JSON.parse(JSON.stringify(previous)) as RequestPrefix)
        expect(stored?.report.cache).toEqual(now.report.cache)

        const kind = brokenBy ? `${brokenBy.place} ${brokenBy.why}` : 'whole'
        seen[kind] = (seen[kind] ?? 0) + 1
        if (!brokenBy || brokenBy.why === 'removed' || brokenBy.place === 'tools') {
          expect([layer, fragment]).toEqual([undefined, undefined])
          return
        }
        const { index } = brokenBy
        if (brokenBy.place === 'messages') {
          const isNew = layer === 'turn' ? 'new' : fragment
          expect(fragment).toBe(isNew)
          const at = second.session.indexOf(now.messages[index] as Message)
          // Repaired messages are new objects; all others are the session's.
          if (layer === 'past' && at >= 0) expect(second.session[Number(fragment?.slice(1))]).toBe(second.session[at])
          return
        }
        const system = now.system[index]
        expect(layer).toBe(system?.layer)
        const given = second.parts.find(({ name }) => name === layer)
        if (!given || given.wrapped || now.report.layers[given.name]?.dropped !== 0) return
        const units = commonUnits(system?.content ?? '', before.system[index]?.content ?? '')
        const text = system?.content ?? ''
        const isInPair = /[\udc00-\udfff]/.test(text[units] ?? '') && /[\ud800-\udbff]/.test(text[units - 1] ?? '')
        expect(fragment).toBe(fragmentAt(given.texts, isInPair ? units - 1 : units))
      }),
      runs,
    )
    // The cases covered every way to break a prefix.
    expect(Object.keys(seen).sort()).toEqual(
      ['tools', 'system', 'messages']
        .flatMap((place) => [`${place} added`, `${place} changed`, `${place} removed`])
        .filter((kind) => kind !== 'messages added')
        .concat('whole')
        .sort(),
    )
  })
})

interface Chat {
  readonly parts: readonly Part[]
  readonly tools: readonly ToolDefinition[]
  readonly session: readonly Message[]
  readonly window: number
  readonly asideOrder: number | undefined
  readonly loop: boolean
  readonly examples: readonly string[]
}

const chats: fc.Arbitrary<Chat> = fc.record({
  // Most layers stay unchanged: after a layer that changes on every turn there are no points.
  parts: fc
    .tuple(part('one'), part('two'))
    .map((parts) =>
      parts.map((one) => (one.stability === 'turn' && one.order > 1 ? { ...one, stability: 'session' as const } : one)),
    ),
  tools: fc.array(tool, { maxLength: 2 }),
  session: histories(14),
  window: fc.oneof(fc.constant(100_000), fc.integer({ min: 60, max: 220 })),
  asideOrder: fc.option(fc.constantFrom(3, 8), { freq: 3, nil: undefined }),
  loop: fc.boolean(),
  examples: fc.array(text, { maxLength: 2 }),
})

/**
 * Like a history: paged by position, its newest messages without a page, and in a loop the message that started it
 * pinned.
 */
const history = (loop: boolean): Layer =>
  defineLayer('history', {
    order: 6,
    priority: 10,
    placement: 'messages',
    truncation: oldestFirst(),
    load: async ({ session, signal }) => {
      const messages = await session.read(0, session.length, { signal })
      const opener = loop ? messages.findLastIndex(({ role }) => role === 'user') : -1
      return messages.map((message, index): Fragment => {
        const isNewest = index === opener || index >= messages.length - 2
        const page = isNewest ? undefined : Math.floor(index / 2)
        return { id: `m${index}`, content: [message], page, pinned: index === opener }
      })
    },
  })

function builderOf({ parts, tools, window, asideOrder, loop, examples }: Chat) {
  const changing = (item: Part): Layer =>
    item.stability === 'turn'
      ? defineLayer(item.name, { order: item.order, load: ({ session }) => `${session.length}` })
      : layerOf(item)
  const aside: readonly Layer[] =
    asideOrder === undefined
      ? []
      : [
          defineLayer('aside', {
            order: asideOrder,
            placement: 'messages',
            load: ({ session }) => [{ id: 'a', content: `${session.length}`, pinned: true }],
          }),
        ]
  const shown = defineLayer('examples', {
    order: 4,
    stability: 'static',
    placement: 'messages',
    load: () => examples.map((content, index) => ({ id: `e${index}`, content })),
  })
  return start()
    .use([...parts.map(changing), ...aside, shown, history(loop), turn])
    .tools(tools)
    .budget({ window, reserve: 0 })
}

/** The fragments that differ from what their layer returned. */
const cutsOf = ({ report }: Context): string =>
  JSON.stringify(report.rows.map(({ layer, fragment, action }) => [layer, fragment, action]))

describe('cache points, on generated conversations', () => {
  it('G8: the next request repeats everything before a point while no cut moves, and its tokens match a recount', async () => {
    const seen: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(chats, async (chat) => {
        const builder = builderOf(chat)
        const { loop, session } = chat
        // In a loop a call and its result are added to the session; otherwise a message and its answer.
        const answer: Message = { role: 'assistant', content: 'ok' }
        const grown: readonly Message[] = [
          ...session,
          ...(loop ? [] : [{ role: 'user', content: 'one' } as const]),
          answer,
        ]
        let before: Context
        let after: Context
        try {
          before = await builder.build({ scope, session, ...(loop ? {} : { message: 'one' }) })
          after = await builder.build({
            scope,
            session: grown,
            ...(loop ? {} : { message: 'two' }),
            previous: previousRequest(before),
          })
        } catch (error) {
          if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return
          throw error
        }
        const { points } = before.report.cache
        for (const { place, index, tokens } of points) {
          const cut = { tools: before.tools, system: before.system, messages: before.messages }
          const places = ['tools', 'system', 'messages'] as const
          const until = itemsOf({
            ...cut,
            ...Object.fromEntries(places.slice(places.indexOf(place) + 1).map((later) => [later, []])),
            [place]: cut[place].slice(0, index + 1),
          })
          expect(tokens).toBe(tokensOf(until))
          if (cutsOf(before) !== cutsOf(after)) continue
          expect(JSON.stringify(itemsOf(after).slice(0, until.length))).toBe(JSON.stringify(until))
          expect(after.report.cache.prefix).toBeGreaterThanOrEqual(tokens)
        }
        const kind = `${cutsOf(before) === cutsOf(after)} ${before.report.truncated}`
        for (const { of } of points) seen[`${of} ${kind}`] = (seen[`${of} ${kind}`] ?? 0) + 1
        expect(points.map(({ tokens }) => tokens)).toEqual(points.map(({ tokens }) => tokens).toSorted((a, b) => a - b))
        expect(points.at(-1)?.tokens ?? 0).toBeLessThanOrEqual(before.report.tokens.total)
      }),
      runs,
    )
    // Points of every kind, before a cut and after one that stayed in place.
    for (const of of ['tools', 'static', 'session', 'page', 'end']) {
      for (const kind of ['true false', 'true true'])
        expect(seen[`${of} ${kind}`], `${of} ${kind}`).toBeGreaterThan(runs.numRuns / 250)
    }
  })
})
