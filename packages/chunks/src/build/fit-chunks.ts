import {
  type Fragment,
  type Kept,
  LamellaError,
  lowestRankFirst,
  type Plan,
  type PlanLayer,
  plan,
  type Unit,
} from '@lamella/core'
import { type Counter, keptFragments, makeUnits } from '@lamella/core/plugin'
import type { ContextMessage } from '../contract/context.ts'
import { oldestChunkFirst } from '../plan/oldest-chunk-first.ts'
import { type ChunkFragment, withShorter } from '../plan/prepare-chunks.ts'
import { countMessages, mergeMessages, plannedTokens } from './compose-messages.ts'
import type { Limit } from './limit.ts'

/** Messages that fit. */
export interface FittedChunks {
  readonly messages: ContextMessage[]
  readonly tokens: number
  /** Chunks in the messages, and stand-ins for missing results. */
  readonly kept: readonly Kept[]
  /** The planned fragments. */
  readonly fragments: readonly Fragment[]
  /** `undefined` if everything fits. */
  readonly plan: Plan | undefined
}

/** Returns the fragments of the system prompt, if any. They come before all chunks. */
function promptFragments(prompt: string): readonly Fragment[] {
  return prompt === '' ? [] : [{ id: 'prompt', content: [{ role: 'system', content: prompt }], pinned: true }]
}

/**
 * Keeps everything if everything fits. Otherwise it plans, merges the kept chunks and counts the result; where merged
 * texts take more tokens than their parts, it goes one step further until they fit. It takes one step at a time so that
 * a larger limit also tries the result of a smaller one (G4).
 *
 * @throws LamellaError `CONTEXT_OVERFLOW`
 */
export function fitChunks(
  prompt: string,
  prepared: readonly ChunkFragment[],
  counter: Counter,
  limit: Limit,
): FittedChunks {
  const maxTokens = limit.window - limit.reserve
  const system = promptFragments(prompt)
  const whole = compose([...system, ...prepared].map(({ content }) => content as readonly ContextMessage[]))
  const wholeTokens = countMessages(whole, counter)
  if (wholeTokens <= maxTokens) {
    const kept = prepared.map((fragment): Kept => ({ fragment, rung: 0, content: fragment.content }))
    return { messages: whole, tokens: wholeTokens, kept, fragments: prepared, plan: undefined }
  }
  const count = (content: Fragment['content']): number => plannedTokens(content, counter)
  const fragments = withShorter(prepared)
  const units = makeUnits(fragments, [], count)
  const fixed = { frame: 0, min: 0, max: undefined }
  const layers: readonly PlanLayer[] = [
    { name: 'system', priority: 1000, units: makeUnits(system, [], count), policy: lowestRankFirst, ...fixed },
    { name: 'chunks', priority: 0, units, policy: oldestChunkFirst, ...fixed },
  ]
  let budget = maxTokens - counter.framing.request
  for (;;) {
    const planned = plan(layers, budget)
    const kept = keptFragments(fragments, units, planned.rungs[1] as Int32Array)
    const messages = compose([...system, ...kept].map(({ content }) => content as readonly ContextMessage[]))
    const tokens = countMessages(messages, counter)
    if (tokens <= maxTokens) return { messages, tokens, kept, fragments, plan: planned }
    if (!planned.fits) throw overflow(layers, tokens, limit, counter)
    budget = planned.tokens - 1
  }
}

function compose(contents: readonly (readonly ContextMessage[])[]): ContextMessage[] {
  return mergeMessages(contents.flat())
}

/** The number of pinned fragments that an overflow error lists, largest first. */
const named = 5

function overflow(
  layers: readonly PlanLayer[],
  used: number,
  { window, reserve }: Limit,
  { framing }: Counter,
): LamellaError<'CONTEXT_OVERFLOW'> {
  const pinned = layers.flatMap(({ name, units }) =>
    units
      .filter((unit: Unit) => unit.pinned)
      .map(({ id, tokens }) => ({ layer: name, fragment: id, tokens: tokens[0] ?? 0 })),
  )
  const largest = pinned.sort((a, b) => b.tokens - a.tokens).slice(0, named)
  const list = largest.map(({ layer, fragment, tokens }) => `${layer}/${fragment} ${tokens}`).join(', ')
  return new LamellaError({
    code: 'CONTEXT_OVERFLOW',
    what:
      `The pinned content takes ${used} tokens, but the window leaves ${window - reserve}. The smallest window that works is ` +
      `${used + reserve}. ` +
      `Largest pinned fragments: ${list || 'none'}.`,
    fix: "Raise the window, or shorten the system prompt, the user's newest message or the pinned chunks.",
    details: {
      window,
      smallestWindow: used + reserve,
      pinned: used - framing.request,
      tools: 0,
      framing: framing.request,
      reserve,
      largest,
    },
  })
}
