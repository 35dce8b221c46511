import type { DigestEntry } from './entries.ts'

/**
 * Writes entries after a heading, those of one message on a line, messages in order. Values that were replaced follow the present one;
 * if that is not among the entries, they are marked.
 */
export function renderEntries(entries: readonly DigestEntry[], heading: string): string {
  const chosen = new Map(entries.map((entry) => [entry.value, entry]))
  const earlier = new Map<string, string[]>()
  const lines = new Map<number, Map<string, string[]>>()
  for (const { value, replacedBy } of entries) {
    const present = presentOf(replacedBy, chosen)
    if (present) earlier.set(present, [...(earlier.get(present) ?? []), cleanValue(value)])
  }
  for (const { value, label, position, replacedBy } of entries) {
    if (presentOf(replacedBy, chosen)) continue
    const was = earlier.get(value)
    const mark = replacedBy !== '' ? ' (replaced)' : was ? ` (was ${was.join(', ')})` : ''
    const labels = lines.get(position) ?? new Map<string, string[]>()
    lines.set(position, labels)
    const own = cleanLabel(label)
    labels.set(own, [...(labels.get(own) ?? []), cleanValue(value) + mark])
  }
  return [heading, ...[...lines].sort(([a], [b]) => a - b).map(([position, labels]) => lineOf(position, labels))].join(
    '\n',
  )
}

/** Returns the newest chosen value in the place of one that was replaced; `undefined` if none is chosen. */
function presentOf(replacedBy: string, chosen: ReadonlyMap<string, DigestEntry>): string | undefined {
  let present: string | undefined
  const seen = new Set<string>()
  for (let next = replacedBy; next !== '' && !seen.has(next); ) {
    seen.add(next)
    const entry = chosen.get(next)
    if (entry?.replacedBy === '') present = next
    next = entry?.replacedBy ?? ''
  }
  return present
}

function lineOf(position: number, labels: ReadonlyMap<string, readonly string[]>): string {
  const parts = [...labels].map(([label, values]) =>
    (label === '' ? values : [`${label}: ${values.join(', ')}`]).join(', '),
  )
  return `#${position} ${parts.join('; ')}`
}

/** Nothing in a value can look like the end of it or the beginning of another one. */
export function cleanValue(value: string): string {
  return value.replace(/[;#()<>\p{C}\p{Z}]+|[,:](?!\d)/gu, ' ').trim()
}

function cleanLabel(label: string): string {
  return label
    .replace(/[^\p{L}\p{N}_ -]+/gu, ' ')
    .trim()
    .slice(0, 32)
}
