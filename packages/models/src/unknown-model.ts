import type { LamellaError } from '@lamella/core'
import { suggest } from '@lamella/core/plugin'
import { modelError, shown } from './errors.ts'
import { longestName, spellings } from './names.ts'

/** The longest name that can be a misspelling: comparing longer ones takes too much time. */
const longest = 100

/** Returns up to three known names similar to a misspelled one, closest first. */
function nearNames(name: string, known: readonly string[]): readonly string[] {
  if (name.length > longest) return []
  const near: string[] = []
  let left = known
  while (near.length < 3) {
    const next = suggest(name, left)
    if (next === undefined) break
    near.push(next)
    left = left.filter((one) => one !== next)
  }
  return near
}

/** Creates the error for a name that no model has, with up to three similar names. */
export function unknownModel(
  name: unknown,
  known: readonly string[],
  fix = 'Use a name from listModels(), or describe the model: createModels([{ id, contextWindow, maxOutput }]).',
): LamellaError {
  const near =
    typeof name === 'string' ? nearNames(spellings(name.slice(0, longestName)).at(-1)?.name ?? '', known) : []
  const hint = near.length === 0 ? '' : ` Did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`
  return modelError('MODEL_UNKNOWN', `There is no model ${shown(name)}.${hint}`, fix, { model: name, known, near })
}
