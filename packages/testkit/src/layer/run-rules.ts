import { isLamellaError, type Layer, type LayerRequest, type Message } from '@lamella/core'
import type { LayerRun } from '@lamella/core/plugin'
import { fakeSession } from '../fakes/fake-session.ts'
import { ignored } from '../kit/conformance-error.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { type Loaded, load, requestFor } from './load.ts'
import type { LayerBench, LayerRule } from './options.ts'
import { isFields } from './problems.ts'

/** An id that no layer has: of something that was erased. */
const erased = 'conformance-erased-4711'

const length = 12
const ranges = [
  [2, 4],
  [6, 9],
] as const
/** The messages of those ranges, and everything after the last one. */
const sent: readonly number[] = [2, 3, 6, 7, 8, 9, 10, 11]

/** Rules for layers in the middle of a run. A layer that refuses runs with `REQUEST_INVALID` is left alone. */
export const runRules: readonly LayerRule[] = [
  {
    code: 'LAYER_REVOKED',
    name: 'says in a run which of the fragments that the model has seen are gone, if it adds new ones',
    contract: ['LayerResult.revoked', 'Which of `run.told` were erased or may no longer be seen'],
    check: async (layer, bench) => {
      const before = await load(layer, bench)
      const own = before.fragments.map(({ id }) => id)
      const told = own.includes(erased) ? own : [...own, erased]
      const loaded = await loadInRun(layer, bench, { told, kept: [[0, requestFor(bench).session.length]] })
      const revoked = isFields(loaded.output) ? loaded.output['revoked'] : undefined
      if (revoked === undefined) {
        if (adds(layer, before)) bench.fail('a list revoked in the middle of a run', 'none')
        return bench.skip('the layer does not say what is revoked')
      }
      if (!Array.isArray(revoked)) return bench.fail('revoked to be a list', show(revoked))
      const other = revoked.find((id) => !told.includes(id as string))
      if (other !== undefined) bench.fail(`only ids of ${show(told)} to be revoked`, show(other))
      const present = loaded.fragments.find(({ id }) => revoked.includes(id))
      if (present) bench.fail('a fragment either returned or revoked', `both of ${show(present.id)}`)
      if (!own.includes(erased) && !revoked.includes(erased)) {
        bench.fail(`${show(erased)}, which the layer does not have, to be revoked`, show(revoked))
      }
    },
  },
  {
    code: 'LAYER_POSITIONS',
    name: 'gives each message of the session its position, and shows in a run exactly those that the run sends',
    contract: ['LayerRun.kept', 'A layer that shows the session returns these messages and no others.'],
    check: async (layer, bench) => {
      const session = fakeSession(length)
      const begins: LayerRun = { told: [], kept: undefined, keep: 0.5 }
      await loadInRun(layer, bench, begins, requestFor(bench, { session }))
      for (const without of [{}, { message: undefined, query: '' }]) {
        const request = requestFor(bench, { session, ...without })
        // Whether it answers a request without a message is another rule.
        const loaded = await load(layer, bench, request).catch(ignored)
        const alone = loaded ? shownIn(loaded, request, bench) : []
        if (alone.length === 0) continue
        shownIn(await loadInRun(layer, bench, begins, request), request, bench)
        const inRun = await loadInRun(layer, bench, { told: [], kept: ranges }, request)
        const shown = shownIn(inRun, request, bench).filter((position) => position < length)
        const expected = alone.some((position) => position < length) ? sent : []
        if (canonical(shown) !== canonical(expected)) {
          bench.fail(`the messages at ${show(expected)} for kept ${show(ranges)}`, show(shown))
        }
      }
    },
  },
]

async function loadInRun(
  layer: Layer,
  bench: LayerBench,
  run: LayerRun,
  request: LayerRequest = requestFor(bench),
): Promise<Loaded> {
  try {
    return await load(layer, bench, { ...request, run })
  } catch (error) {
    if (isLamellaError(error, 'REQUEST_INVALID') && error.details.key === 'run') {
      return bench.skip('the layer cannot be part of a run')
    }
    throw error
  }
}

function adds({ update }: Layer, { fragments }: Loaded): boolean {
  return update === 'add' || fragments.some((fragment) => fragment.update === 'add')
}

/** Returns the positions of the session's messages and of the new message that a layer shows, in its order. */
function shownIn({ fragments }: Loaded, { session, message }: LayerRequest, bench: LayerBench): readonly number[] {
  const positions = new Map<string, number>()
  const { read } = fakeSession(session.length)
  const messages = read(0, session.length, { signal: new AbortController().signal }) as readonly Message[]
  for (const [position, one] of messages.entries()) positions.set(canonical(one), position)
  if (message) positions.set(canonical(message), session.length)
  return fragments.flatMap(({ id, content, position }) => {
    // Other rules cover contents that are not valid.
    const list: readonly Message[] = Array.isArray(content) ? content : []
    const shown = list.flatMap((one) => positions.get(canonical(one)) ?? [])
    const [first] = shown
    if (first === undefined) return []
    if (list.length > 1) bench.fail('one message of the session per fragment', `${list.length} in ${show(id)}`)
    if (position !== first) bench.fail(`the position ${first} in ${show(id)}`, show(position))
    return shown
  })
}
