import type { Layer, LayerRequest } from '@lamella/core'
import { fakeSession } from '../fakes/fake-session.ts'
import { type ContractLine, ignored } from '../kit/conformance-error.ts'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustAnswer, mustEqual, mustMatch } from '../kit/must-equal.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { hostileTexts } from '../samples/texts.ts'
import { bareRequests, type Loaded, load, requestFor } from './load.ts'
import type { LayerBench, LayerRule } from './options.ts'
import { frozenSession, stalledSession } from './sessions.ts'

const ids: ContractLine = [
  'Fragment.id',
  'Unique in its layer and stable between builds: the same thing has the same id next time.',
]
const signal: ContractLine = [
  'LayerRequest.signal',
  'Aborted when the build is, when the deadline has passed, or when another layer has failed the build.',
]

/** Rules for `load`: minimal requests, hostile texts, aborts and repeated loads. */
export const loadRules: readonly LayerRule[] = [
  {
    code: 'LAYER_BARE',
    name: 'loads with an empty session and without a message, tools, a time or room',
    contract: ['LayerRequest.message', "The new message; `undefined` in the middle of an agent's loop."],
    check: async (layer, bench) => {
      for (const [what, bare] of Object.entries(bareRequests)) {
        await mustAnswer(bench, `an answer to a request with ${what}`, () =>
          load(layer, bench, requestFor(bench, bare())),
        )
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
        const answer = `an answer to a request with the text ${show(text)}`
        await mustAnswer(bench, answer, () => load(layer, bench, request))
      }
    },
  },
  {
    code: 'LAYER_ABORT',
    name: 'settles when the signal is aborted before or during the load',
    contract: signal,
    check: async (layer, bench) => {
      const aborted = requestFor(bench, { signal: AbortSignal.abort() })
      const settled = await load(layer, bench, aborted).then(() => true, ignored)
      if (settled && bench.options.abort === 'rejects') bench.fail('load to reject with an aborted signal', 'an output')
      const { session, asked } = stalledSession()
      const controller = new AbortController()
      const loading = load(layer, bench, requestFor(bench, { session, signal: controller.signal })).catch(ignored)
      await Promise.race([asked, loading])
      controller.abort()
      await loading
    },
  },
  {
    code: 'LAYER_SIGNAL',
    name: 'looks at the signal if it waits for anything',
    contract: signal,
    check: async (layer, bench) => {
      const { request, isLookedAt } = watchedSignal(requestFor(bench))
      let isDone = false
      const loading = load(layer, bench, request).finally(() => {
        isDone = true
      })
      // What needs no timer, file or network is there after one turn.
      await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, 0))]).catch(() => {})
      const isIgnored = !isDone && !isLookedAt()
      await loading.catch(ignored)
      if (isIgnored) bench.fail('load to pass signal on to what it waits for', 'a load that waits without it')
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
      mustMatch(bench, after, before, 'the request unchanged')
      // Only a frozen request reveals a change that is undone.
      const { scope, message, tools, session } = request
      deepFreeze([scope, message, tools])
      await load(layer, bench, Object.freeze({ ...request, session: frozenSession(session) }))
    },
  },
  {
    code: 'LAYER_STABLE_IDS',
    name: 'returns the same ids on every load',
    contract: ids,
    check: (layer, bench) =>
      twice(layer, bench, ({ fragments }, before) => {
        const now = fragments.map(({ id }) => id)
        const first = before.fragments.map(({ id }) => id)
        mustEqual(bench, now, first, `the ids of the first load, ${show(first)}`)
      }),
  },
  {
    code: 'LAYER_ITEM_IDS',
    name: 'gives an item the same id when one before it is gone',
    contract: ids,
    check: async (layer, bench) => {
      for (const [all, fewer] of shortenedRequests(bench)) {
        const before = idsByContent(await load(layer, bench, all))
        // Another rule checks whether the same request gives the same ids.
        if (canonical([...before]) !== canonical([...idsByContent(await load(layer, bench, all))])) continue
        const after = idsByContent(await load(layer, bench, fewer))
        for (const [content, id] of after) {
          const known = before.get(content)
          if (known !== undefined && known !== id) bench.fail(`the id ${show(known)} for ${content}`, show(id))
        }
      }
    },
  },
  {
    code: 'LAYER_OWNERS',
    name: 'returns for one owner what a new instance returns, whatever it has loaded for another',
    contract: [
      'LayerRequest.scope',
      'For whom the context is built. Nothing of another tenant, user or agent may be shown.',
    ],
    check: async (layer, bench) => {
      const { scope } = requestFor(bench)
      for (const other of [{ tenant: 'another-tenant' }, { user: 'another-user' }, { agent: 'another-agent' }]) {
        const request = requestFor(bench, { scope: { ...scope, ...other } })
        // Who is unknown may be refused.
        const textOf = (one: Layer): Promise<string> => load(one, bench, request).then(withoutIds, ignored).then(String)
        const [instance, second] = [await bench.another(), await bench.another()]
        const fresh = await textOf(instance)
        // Another rule checks whether the same request gives the same output.
        if (fresh !== (await textOf(instance)) || fresh !== (await textOf(second))) continue
        await load(layer, bench)
        const seen = await textOf(layer)
        if (seen !== fresh) bench.fail(`${fresh}, as a new instance returns`, `${seen} after a load for another owner`)
      }
    },
  },
  {
    code: 'LAYER_DETERMINISTIC',
    name: 'returns the same output for the same request, in every instance',
    contract: ['G6 deterministic', 'same input, same bytes'],
    check: async (layer, bench) => {
      if (bench.options.deterministic === false) return bench.skip('the option deterministic is false')
      await twice(layer, bench, (loaded, before) => {
        const [now, first] = [withoutIds(loaded), withoutIds(before)]
        mustMatch(bench, now, first, 'the output of the first load')
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

/** A request, and whether its signal was read. */
function watchedSignal(request: LayerRequest): { readonly request: LayerRequest; readonly isLookedAt: () => boolean } {
  const { signal } = request
  let isLookedAt = false
  const get = (): AbortSignal => {
    isLookedAt = true
    return signal
  }
  return {
    request: Object.defineProperty({ ...request }, 'signal', { enumerable: true, get }),
    isLookedAt: () => isLookedAt,
  }
}

/** Pairs of requests of which the second lacks the first item of a list: of the tools, and of each list of the author's. */
function shortenedRequests(bench: LayerBench): readonly (readonly [LayerRequest, LayerRequest])[] {
  const { tools } = requestFor(bench)
  const first = { name: 'first_tool', description: 'Is removed.', inputSchema: { type: 'object' } } as const
  const lists = Object.entries(bench.options.request ?? {}).filter(([, value]) => Array.isArray(value))
  const pairs = lists.map(([key, list]): readonly [object, object] => [
    {},
    { [key]: (list as readonly unknown[]).slice(1) },
  ])
  return [[{ tools: [first, ...tools] }, { tools }] as const, ...pairs].map(([all, fewer]) => [
    requestFor(bench, all),
    requestFor(bench, fewer),
  ])
}

/** The ids of fragments whose content no other fragment has. Messages of the session are named by their positions. */
function idsByContent({ fragments }: Loaded): ReadonlyMap<string, string> {
  const contents = fragments.filter(({ position }) => position === undefined).map(({ content }) => show(content))
  const unique = new Map<string, string>()
  for (const { id, content, position } of fragments) {
    const shown = show(content)
    if (position === undefined && contents.filter((one) => one === shown).length === 1) unique.set(shown, id)
  }
  return unique
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
