import { isTextLayer } from '../collect/is-text-layer.ts'
import { userMessage } from '../compose/compose-layer.ts'
import type { Fragment, Kept } from '../contract/fragment.ts'
import type { Message, ToolDefinition } from '../contract/message.ts'
import type { RunInsert, RunState, Told } from '../contract/run.ts'
import type { Scope } from '../contract/scope.ts'
import type { Fitted } from '../pipeline/fit.ts'
import type { Measured } from '../pipeline/measure-layer.ts'
import { toolFingerprints } from './fingerprint.ts'
import { formsOf } from './forms.ts'
import { plainMessage } from './plain-message.ts'
import { isSent, rangesOf } from './ranges.ts'
import { type SessionChain, sessionChain } from './session-chain.ts'
import { toldOf } from './told.ts'
import { definitionOf } from './tool-changes.ts'

/** What a run remembers of a request in addition to what was planned. */
export interface EpochFacts {
  readonly scope: Scope
  readonly epoch: number
  readonly model: string | undefined
  readonly tools: readonly ToolDefinition[]
  /** Whether other tools can be told inside the epoch. */
  readonly keepsTools: boolean
  /** What the layers returned, unchanged. */
  readonly returned: readonly Fragment[]
  /** The session's length, and whether the request has a new message. */
  readonly length: number
  readonly hasMessage: boolean
  readonly stale: RunState['stale']
  /** What the epoch sends of the session, if that is not what this request shows of it. */
  readonly kept?: RunState['kept'] | undefined
  readonly summaries: string
}

/** Returns the run that a planned request begins. */
export function beginEpoch(measured: readonly Measured[], fitted: Fitted, facts: EpochFacts): RunState {
  const { scope, epoch, model, tools, returned, length, hasMessage, stale, summaries } = facts
  const lead: Message[] = []
  const inserts: RunInsert[] = []
  const told: Record<string, Told[string]> = {}
  const positions: { readonly position: number; readonly kept: Kept }[] = []
  for (const [index, { source, fragments }] of measured.entries()) {
    const { layer } = source
    const { kept = [], text = '' } = fitted.layers[index] ?? {}
    // Those that gave way count as told: there is no room for them in this epoch.
    const own = toldOf(fragments)
    const place = (message: Message, fragmentTold: Told[string]): void => {
      const before = positions.at(-1)
      if (before === undefined) lead.push(plainMessage(message))
      else
        inserts.push({ at: before.position + 1, layer: layer.name, message: plainMessage(message), told: fragmentTold })
    }
    told[layer.name] = own
    if (layer.placement !== 'messages') continue
    if (isTextLayer(layer)) {
      if (text !== '') place(userMessage(text), own)
      continue
    }
    for (const one of kept) {
      const { position } = one.fragment
      if (position !== undefined) positions.push({ position, kept: one })
      else for (const message of one.content as readonly Message[]) place(message, {})
    }
  }
  const end = length + (hasMessage ? 1 : 0)
  const shown = positions.map(({ position }) => position)
  const kept = facts.kept ?? rangesOf(shown, length)
  const chain = sessionChain(returned.filter(({ position }) => position !== undefined && isSent(position, kept)))
  return {
    spec: 1,
    scope: { tenant: scope.tenant, ...(scope.user !== undefined && { user: scope.user }) },
    epoch,
    ...(model !== undefined && { model }),
    head: {
      tools: toolFingerprints(tools),
      ...(facts.keepsTools && { definitions: tools.map(definitionOf) }),
      system: [...fitted.system],
      lead,
      told,
    },
    kept,
    forms: formsOf(positions, chain),
    inserts,
    marks: marksOf(chain, length, hasMessage, end),
    stale,
    summaries,
  }
}

/** Returns the marks of a request: before and after its message, or at its end. */
export function marksOf(chain: SessionChain, length: number, hasMessage: boolean, end: number): RunState['marks'] {
  const places = hasMessage ? [length, end] : [end]
  return places.map((at) => ({ at, hash: chain.hashBefore(at) }))
}
