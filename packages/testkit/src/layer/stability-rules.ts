import type { Layer, LayerRequest, Stability, UserMessage } from '@lamella/core'
import { fakeSession } from '../fakes/fake-session.ts'
import { canonical } from '../kit/same.ts'
import { load, requestFor } from './load.ts'
import type { LayerBench, LayerRule } from './options.ts'
import { grownSession } from './sessions.ts'

const minute = 60_000
const day = 24 * 60 * minute
const query = 'And who takes care of the tickets to Zanzibar?'
const message: UserMessage = { role: 'user', content: query }
const contract = ['Stability', "How often a layer's text changes: never, once per session, or at every turn."] as const

/** A layer that declares a stable text must keep it, or the prefix that providers cache is lost on every turn. */
export const stabilityRules: readonly LayerRule[] = [
  {
    code: 'LAYER_STATIC',
    name: 'returns the same text for every message, session and day, if its stability is static',
    contract,
    check: (layer, bench) => {
      const { now, scope } = requestFor(bench)
      const session = fakeSession([{ role: 'user', content: 'Another conversation.' }])
      const later = { message, query, session, now: after(now, day), scope: { ...scope, session: 's2' } }
      return staysSame(layer, bench, 'static', later)
    },
  },
  {
    code: 'LAYER_SESSION',
    name: 'returns the same text for every message of a session, if its stability is session',
    contract,
    check: (layer, bench) => {
      const { now, session } = requestFor(bench)
      const grown = grownSession(session, [
        { role: 'user', content: 'What did we decide about the launch?' },
        { role: 'assistant', content: 'It moves to June 3.' },
      ])
      return staysSame(layer, bench, 'session', { message, query, session: grown, now: after(now, minute) })
    },
  },
]

async function staysSame(
  layer: Layer,
  bench: LayerBench,
  stability: Stability,
  later: Partial<LayerRequest>,
): Promise<void> {
  if (layer.stability !== stability) return bench.skip(`the layer's stability is '${layer.stability}'`)
  const textOf = async (request: LayerRequest): Promise<string> => {
    const { fragments } = await load(layer, bench, request)
    return canonical(fragments.map(({ content, shorter }) => [content, shorter]))
  }
  const first = await textOf(requestFor(bench))
  const then = await textOf(requestFor(bench, later))
  if (then !== first) bench.fail(`the text of the first request, ${first}`, `${then} for a later one`)
}

function after(now: Date | undefined, milliseconds: number): Date | undefined {
  return now && new Date(now.getTime() + milliseconds)
}
