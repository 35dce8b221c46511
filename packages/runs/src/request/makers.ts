import type { RunState } from '../contract/run.ts'
import type { RunStages } from './run-stages.ts'

type Makers = Pick<RunState, 'makers'>

/**
 * Returns the models that have answered, with that of a request.
 *
 * @param at The position of its answer.
 * @param shift By how many positions a new summary has moved the messages. `undefined`: nobody knows.
 */
export function makersWith(
  { makers, model: last }: Pick<RunState, 'makers' | 'model'>,
  model: string | undefined,
  at: number,
  shift: number | undefined = 0,
): Makers {
  if (shift === undefined) return {}
  const known = makers ?? (last === undefined ? [] : [[0, last] as const])
  const moved = known.map(([from, name]) => [Math.max(0, from - shift), name] as const)
  const before = moved.filter(([from], index) => from < at && moved[index + 1]?.[0] !== from)
  const all = model === undefined || before.at(-1)?.[1] === model ? before : [...before, [at, model] as const]
  return all.length > 1 ? { makers: all } : {}
}

/** Returns whether the answer at a position was made by a model whose reasoning the present one does not read. */
export function foreignAnswers(
  { counter, parameters }: Pick<RunStages, 'counter' | 'parameters'>,
  { makers, model }: Pick<RunState, 'makers' | 'model'>,
): (position: number) => boolean {
  const { readsReasoningOf } = counter.framing
  const known = makers ?? (model === undefined ? [] : [[0, model] as const])
  if (readsReasoningOf === undefined || known.every(([, maker]) => readsReasoningOf(parameters, maker))) {
    return () => false
  }
  return (position) => {
    const [, maker] = known.findLast(([from]) => from <= position) ?? []
    return maker !== undefined && !readsReasoningOf(parameters, maker)
  }
}
