import type { JsonValue } from '@lamella/core'

/** One step of a path: a name, an index, a slice, or everything. */
export type PathStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number | undefined; readonly end: number | undefined }
  | { readonly kind: 'all' }

const token =
  /^(?:\.?\[\s*(?:(?<all>\*)|(?:(?<start>-?\d{1,9})\s*)?(?<colon>:)(?:\s*(?<end>-?\d{1,9}))?|(?<index>-?\d{1,9})|(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))\s*\]|\.?(?<star>\*)|\.?(?<name>[^.[\]*'"\s]+))/u

/** The most steps of a path. */
const mostSteps = 50

/**
 * Reads a path of RFC 9535 with names, indexes, slices without a step and wildcards. The root `$` may be left out.
 *
 * @returns a sentence for the model if it is no such path
 */
export function parsePath(path: string): readonly PathStep[] | string {
  let rest = path.trim().replace(/^\$/, '')
  const steps: PathStep[] = []
  while (rest !== '') {
    const groups = token.exec(rest)
    const step = groups && stepOf(groups.groups ?? {})
    if (!groups || !step || steps.length >= mostSteps) {
      const at = path.trim().length - rest.length
      return `path cannot be read at character ${at + 1}. It has names, indexes, slices and wildcards, such as $.flights[0].price, $.items[*].id, $['a key'] or $.rows[10:20].`
    }
    steps.push(step)
    rest = rest.slice(groups[0].length)
  }
  return steps
}

function stepOf(groups: Readonly<Record<string, string | undefined>>): PathStep | undefined {
  const { all, star, start, colon, end, index, quoted, name } = groups
  if (all !== undefined || star !== undefined) return { kind: 'all' }
  if (colon !== undefined) return { kind: 'slice', start: numberOf(start), end: numberOf(end) }
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  if (name !== undefined) return { kind: 'name', name }
  if (quoted === undefined) return undefined
  const inner = quoted.slice(1, -1)
  try {
    const text = quoted.startsWith("'") ? inner.replace(/\\'/g, "'").replace(/"/g, '\\"') : inner
    return { kind: 'name', name: JSON.parse(`"${text}"`) as string }
  } catch {
    return undefined
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

/** What a path selects, and where it ends if it selects nothing. */
export interface Selection {
  readonly values: readonly JsonValue[]
  /** How many steps selected something. */
  readonly steps: number
  /** What the last of them selected first: its keys or its length help to correct the path. */
  readonly last: JsonValue
}

/** Selects values by a path, in the order of RFC 9535. A wildcard of the path makes it a list, whatever its length. */
export function selectPath(root: JsonValue, steps: readonly PathStep[]): Selection {
  let values: readonly JsonValue[] = [root]
  for (const [index, step] of steps.entries()) {
    const next: JsonValue[] = []
    for (const value of values) for (const found of selectOne(value, step)) next.push(found)
    if (next.length === 0) return { values: [], steps: index, last: values[0] ?? null }
    values = next
  }
  return { values, steps: steps.length, last: values[0] ?? null }
}

function selectOne(value: JsonValue, step: PathStep): readonly JsonValue[] {
  if (value === null || typeof value !== 'object') return []
  if (step.kind === 'name') {
    if (Array.isArray(value) || !Object.hasOwn(value, step.name)) return []
    return [value[step.name] ?? null]
  }
  if (step.kind === 'all') return (Array.isArray(value) ? value : Object.values(value)).map((one) => one ?? null)
  if (!Array.isArray(value)) return []
  if (step.kind === 'slice') return value.slice(step.start ?? 0, step.end ?? value.length)
  const found = value.at(step.index)
  return found === undefined ? [] : [found]
}
