import type { Layer, LayerRequest } from '@lamella/core'
import { fakeSession } from '../fakes/fake-session.ts'
import { isConformanceError } from '../kit/conformance-error.ts'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { hostileTexts } from '../samples/texts.ts'
import { bareRequests, type Loaded, load, requestFor } from './load.ts'
import type { LayerBench, LayerRule } from './options.ts'
import { frozenSession, stalledSession } from './sessions.ts'

/** Rules for `load`: minimal requests, hostile texts, aborts and repeated loads. */
export const loadRules: readonly LayerRule[] = [
  {
    code: 'LAYER_BARE',
    name: 'loads with an empty session and without a message, tools, a time or room',
    contract: ['LayerRequest.message', "The new message; `undefined` in the middle of an agent's loop."],
    check: async (layer, bench) => {
      for (const [what, bare] of Object.entries(bareRequests)) {
        await load(layer, bench, requestFor(bench, bare())).catch((error: unknown) => refuse(bench, error, what))
      }
    },
  },
  {
    code: 'LAYER_HOSTILE',
    name: 'loads with hostile texts in the message and the session',
    contract: ['LayerRequest.query', 'The question of this turn, which rankers use as the query'],
    check: async (layer, bench) => {
      for (const text of hostileTexts) {
        const message = { role: 'user', content: text } as const
        const request = requestFor(bench, { message, query: text, session: fakeSession([message]) })
        await load(layer, bench, request).catch((error: unknown) => refuse(bench, error, `the text ${show(text)}`))
      }
    },
  },
  {
    code: 'LAYER_ABORT',
    name: 'settles when the signal is aborted before or during the load',
    contract: [
      'LayerRequest.signal',
      'Aborted when the build is, when the deadline has passed, or when another layer has failed the build.',
    ],
    check: async (layer, bench) => {
      const aborted = requestFor(bench, { signal: AbortSignal.abort() })
      const settled = await load(layer, bench, aborted).then(() => true, hangsOnly)
      if (settled && bench.options.abort === 'rejects') bench.fail('load to reject with an aborted signal', 'an output')
      const { session, asked } = stalledSession()
      const controller = new AbortController()
      const loading = load(layer, bench, requestFor(bench, { session, signal: controller.signal })).catch(hangsOnly)
      await Promise.race([asked, loading])
      controller.abort()
      await loading
    },
  },
  {
    code: 'LAYER_PURE',
    name: 'does not mutate the request',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: async (layer, bench) => {
      const request = requestFor(bench)
      const before = await written(request)
      await load(layer, bench, request)
      const after = await written(request)
      if (after !== before) bench.fail(`the request unchanged, ${before}`, after)
      // Only a frozen request reveals a change that is undone.
      const { scope, message, tools, session } = request
      deepFreeze([scope, message, tools])
      await load(layer, bench, Object.freeze({ ...request, session: frozenSession(session) }))
    },
  },
  {
    code: 'LAYER_STABLE_IDS',
    name: 'returns the same ids on every load',
    contract: [
      'Fragment.id',
      'Unique in its layer and stable between builds: the same thing has the same id next time.',
    ],
    check: (layer, bench) =>
      twice(layer, bench, ({ fragments }, before) => {
        const ids = fragments.map(({ id }) => id)
        const first = before.fragments.map(({ id }) => id)
        if (canonical(ids) !== canonical(first)) bench.fail(`the ids of the first load, ${show(first)}`, show(ids))
      }),
  },
  {
    code: 'LAYER_DETERMINISTIC',
    name: 'returns the same output for the same request, in every instance',
    contract: ['G6 deterministic', 'same input, same bytes'],
    check: async (layer, bench) => {
      if (bench.options.deterministic === false) return bench.skip('the option deterministic is false')
      await twice(layer, bench, (loaded, before) => {
        const [now, first] = [withoutIds(loaded), withoutIds(before)]
        if (now !== first) bench.fail(`the output of the first load, ${first}`, now)
      })
    },
  },
]

/** Loads three times, the third time with a new layer, and compares with the first. */
async function twice(layer: Layer, bench: LayerBench, compare: (again: Loaded, first: Loaded) => void): Promise<void> {
  const first = await load(layer, bench)
  compare(await load(layer, bench), first)
  compare(await load(await bench.another(), bench), first)
}

/** Ids have their own rule; group names are ids too. */
function withoutIds({ output, fragments }: Loaded): string {
  const contents = fragments.map(({ id, group, ...rest }) => ({ ...rest, grouped: group !== undefined }))
  const beside = typeof output === 'object' && !Array.isArray(output) ? { ...output, fragments: undefined } : {}
  return canonical([contents, beside])
}

async function written({ scope, message, query, tools, now, limit, session, signal }: LayerRequest): Promise<string> {
  const messages = await session.read(0, session.length, { signal })
  return canonical({ scope, message, query, tools, now, limit, messages })
}

function refuse(bench: LayerBench, error: unknown, what: string): never {
  if (isConformanceError(error)) throw error
  return bench.fail(`an answer to a request with ${what}`, `a throw: ${show(error)}`)
}

/** A rejected load has settled; a load that hangs has already failed its case. */
function hangsOnly(error: unknown): false {
  if (isConformanceError(error)) throw error
  return false
}
