import type { Fragment, JsonValue, Kept, Message, ReportRow, Scope, ToolDefinition } from '@lamella/core'
import type { Fitted, Measured, Omission } from '@lamella/core/plugin'
import { isTextLayer, plainValue } from '@lamella/core/plugin'
import type { RunDigest, RunInsert, RunState, Told } from '../contract/run.ts'
import { withContinuation } from './continuation.ts'
import { formsOf } from './forms.ts'
import { turnOf } from './open-turn.ts'
import { isSent, rangesOfEpoch } from './ranges.ts'
import type { RowsAtCut } from './rows-at-cut.ts'
import { rowsOfEpoch } from './rows-of-epoch.ts'
import { type SessionChain, sessionChain } from './session-chain.ts'
import { toldOf } from './told.ts'
import { definitionOf, toolFingerprints } from './tool-changes.ts'

/** What a run remembers of a request in addition to what was planned. */
export interface EpochFacts {
  readonly scope: Scope
  readonly epoch: number
  readonly model: string | undefined
  readonly tools: readonly ToolDefinition[]
  /** Whether changed tools can be announced inside the epoch. */
  readonly keepsTools: boolean
  /** `RunState.head.settings`. */
  readonly settings: JsonValue | undefined
  /** What the layers returned, unchanged. */
  readonly returned: readonly Fragment[]
  /** The session's length, and whether the request has a new message. */
  readonly length: number
  readonly hasMessage: boolean
  /** Whether messages of the session never change. */
  readonly appendOnly: boolean
  /** The rows of the report, and what the epoch before hands on to it. */
  readonly rows: readonly ReportRow[]
  readonly before: RowsAtCut
  /** Fingerprint of the question. */
  readonly question: string | undefined
  readonly stale: RunState['stale']
  /** What the epoch sends of the session, if that is not what this request shows of it. */
  readonly kept?: RunState['kept'] | undefined
  /** What was not offered of it then. */
  readonly omitted?: RunState['omitted'] | undefined
  readonly summaries: string
  /** `RunState.hidden`. */
  readonly hidden: number | undefined
  /** The digest, and the fragment of its layer that shows it. */
  readonly digest?: { readonly state: RunDigest; readonly fragment?: Fragment } | undefined
}

/** Returns a run that has sent nothing yet. */
export function runBefore({ tenant, user }: Scope, summaries: string): RunState {
  return {
    spec: 1,
    scope: { tenant, ...(user !== undefined && { user }) },
    epoch: 0,
    head: { tools: [], system: [], lead: [], told: {}, left: {} },
    kept: [[0, 0]],
    forms: {},
    inserts: [],
    marks: [],
    stale: [],
    summaries,
  }
}

/** Returns the run that a planned request begins. */
export function beginEpoch(measured: readonly Measured[], fitted: Fitted, facts: EpochFacts): RunState {
  const { scope, epoch, model, tools, returned, length, hasMessage, appendOnly, question, stale, summaries, hidden } =
    facts
  const { digest } = facts
  const lead: RunState['head']['lead'][number][] = []
  const inserts: RunInsert[] = []
  const told: Record<string, Told[string]> = {}
  const positions: { readonly position: number; readonly kept: Kept }[] = []
  for (const [index, { source, fragments }] of measured.entries()) {
    const { layer } = source
    const { kept = [], text = '' } = fitted.layers[index] ?? {}
    // Those that gave way count as announced: there is no room for them in this epoch.
    const own = toldOf(fragments.filter((fragment) => fragment !== digest?.fragment))
    const place = (message: Message, fragmentTold: Told[string]): void => {
      const before = positions.at(-1)
      if (before === undefined) lead.push({ layer: layer.name, message: plainValue(message) })
      else
        inserts.push({ at: before.position + 1, layer: layer.name, message: plainValue(message), told: fragmentTold })
    }
    told[layer.name] = own
    if (layer.placement !== 'messages') continue
    if (isTextLayer(layer)) {
      if (text !== '') place({ role: 'user', content: text }, own)
      continue
    }
    for (const one of kept) {
      const { position } = one.fragment
      if (position !== undefined) positions.push({ position, kept: one })
      else for (const message of one.content as readonly Message[]) place(message, {})
    }
  }
  // In full, though it may have been shortened.
  const visible = measured.map(({ source: { layer } }, index) => {
    return { layer, fragments: (fitted.layers[index]?.kept ?? []).map(({ fragment }) => fragment) }
  })
  const turn = turnOf(question, visible)
  const left = Object.fromEntries(
    visible.flatMap(({ layer: { name }, fragments }) => {
      const ids = new Set(fragments.map(({ id }) => id))
      const gone = Object.keys(told[name] ?? {}).filter((id) => !ids.has(id))
      return gone.length === 0 ? [] : [[name, gone]]
    }),
  )
  const end = length + (hasMessage ? 1 : 0)
  const shown = positions.map(({ position }) => position)
  const positionsReturned = returned.flatMap(({ position }) => position ?? [])
  const kept = facts.kept ?? rangesOfEpoch(shown, positionsReturned, length)
  const sent = returned.filter(({ position }) => position !== undefined && isSent(position, kept))
  const chain = sessionChain(sent, appendOnly)
  const rows = rowsOfEpoch(facts.rows, measured, facts.before)
  const omitted = omittedOf(measured) ?? facts.omitted
  return {
    ...runBefore(scope, summaries),
    epoch,
    ...(model !== undefined && { model }),
    head: {
      tools: toolFingerprints(tools),
      ...(facts.keepsTools && { definitions: tools.map(definitionOf) }),
      ...(facts.settings !== undefined && { settings: facts.settings }),
      system: [...fitted.system],
      lead,
      told,
      left,
    },
    kept,
    forms: formsOf(positions, chain),
    ...(rows.length > 0 && { rows }),
    ...(omitted && { omitted }),
    inserts: hasMessage ? inserts : withContinuation(inserts, fitted.messages, length),
    marks: marksOf(chain, length, hasMessage, end),
    stale,
    ...(hidden !== undefined && { hidden }),
    ...(turn && { turn }),
    ...(digest && { digest: digest.state }),
  }
}

/** Returns what the layers that show the session did not offer of it. */
function omittedOf(measured: readonly Measured[]): RunState['omitted'] {
  const lists = measured.flatMap(
    ({ source: { layer, result } }): readonly (readonly [string, readonly Omission[]])[] => {
      const { omitted = [], fragments } = result
      const showsSession = fragments.some(({ position }) => position !== undefined)
      return showsSession && omitted.length > 0 ? [[layer.name, omitted]] : []
    },
  )
  return lists.length > 0 ? Object.fromEntries(lists) : undefined
}

/** Returns the marks of a request: before and after its message, or at its end. */
export function marksOf(chain: SessionChain, length: number, hasMessage: boolean, end: number): RunState['marks'] {
  const places = hasMessage ? [length, end] : [end]
  return places.map((at) => ({ at, hash: chain.hashBefore(at) }))
}
