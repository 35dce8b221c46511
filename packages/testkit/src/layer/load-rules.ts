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

/** How `load` behaves: with little, with bad texts, when told to stop, and again. */
export const loadRules: readonly LayerRule[] = [
  {
    code: 'LAYER_BARE',
    name: 'loads with an empty session, no message, no tools, no time and no room',
    contract: ['LayerRequest.message', "The new message; `undefined` in the middle of an agent's loop."],
    check: async (layer, bench) => {
      for (const [what, bare] of Object.entries(bareRequests)) {
        await load(layer, bench, requestFor(bench, bare())).catch((error: unknown) => refuse(bench, error, what))
      }
    },
  },
  {
    code: 'LAYER_HOSTILE',
    name: 'loads whatever the texts in the message and the session are',
    contract: ['LayerRequest.query', 'The question of this turn, which rankers rank against'],
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
    name: 'settles when the signal is aborted, before it is asked or while it reads',
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
    name: 'leaves the request as it was',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: async (layer, bench) => {
      const request = requestFor(bench)
      const before = await written(request)
      await load(layer, bench, request)
      const after = await written(request)
      if (after !== before) bench.fail(`the request as given, ${before}`, after)
      // What is changed and put back shows on a frozen request only.
      const { scope, message, tools, session } = request
      deepFreeze([scope, message, tools])
      await load(layer, bench, Object.freeze({ ...request, session: frozenSession(session) }))
    },
  },
  {
    code: 'LAYER_STABLE_IDS',
    name: 'gives the same ids next time',
    contract: [
      'Fragment.id',
      'Unique inside its layer and stable between builds: the same thing has the same id next time.',
    ],
    check: (layer, bench) =>
      twice(layer, bench, ({ fragments }, before) => {
        const ids = fragments.map(({ id }) => id)
        const first = before.fragments.map(({ id }) => id)
        if (canonical(ids) !== canonical(first)) bench.fail(`the ids of the first time, ${show(first)}`, show(ids))
      }),
  },
  {
    code: 'LAYER_DETERMINISTIC',
    name: 'gives the same output for the same request, in every instance',
    contract: ['G6 deterministic', 'same input, same bytes'],
    check: async (layer, bench) => {
      if (bench.options.deterministic === false) return bench.skip('the option deterministic is false')
      await twice(layer, bench, (loaded, before) => {
        const [now, first] = [withoutIds(loaded), withoutIds(before)]
        if (now !== first) bench.fail(`the output of the first time, ${first}`, now)
      })
    },
  },
]

/** Loads three times, the third time with a layer made anew, and compares with the first. */
async function twice(layer: Layer, bench: LayerBench, compare: (again: Loaded, first: Loaded) => void): Promise<void> {
  const first = await load(layer, bench)
  compare(await load(layer, bench), first)
  compare(await load(await bench.another(), bench), first)
}

/** Ids have a rule of their own; names of groups are ids too. */
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

/** A load that rejects has settled; one that hangs is a failed case already. */
function hangsOnly(error: unknown): false {
  if (isConformanceError(error)) throw error
  return false
}
