import type { DigestEntry } from './entries.ts'

const heading = 'Values from earlier messages, extracted by a program. #n is the message they come from.'

/**
 * Writes entries, those of one message on a line, messages in order. A value that was replaced is written after the present
 * one.
 */
export function renderEntries(entries: readonly DigestEntry[]): string {
  const chosen = new Map(entries.map((entry) => [entry.value, entry]))
  const was = new Map<string, string[]>()
  for (const { value, replacedBy } of entries) {
    if (replacedBy === '' || !chosen.has(replacedBy)) continue
    was.set(replacedBy, [...(was.get(replacedBy) ?? []), value])
  }
  const lines = new Map<number, Map<string, string[]>>()
  for (const { value, label, position, replacedBy } of entries) {
    if (replacedBy !== '' && chosen.has(replacedBy)) continue
    const labels = lines.get(position) ?? new Map<string, string[]>()
    lines.set(position, labels)
    const earlier = was.get(value)
    const text =
      clean(value) + (replacedBy !== '' ? ' (replaced)' : earlier ? ` (was ${earlier.map(clean).join(', ')})` : '')
    const own = cleanLabel(label)
    const values = labels.get(own) ?? []
    labels.set(own, values)
    values.push(text)
  }
  const written = [...lines]
    .sort(([a], [b]) => a - b)
    .map(
      ([position, labels]) =>
        `#${position} ${[...labels].map(([label, values]) => (label === '' ? '' : `${label}: `) + values.join(', ')).join('; ')}`,
    )
  return [heading, ...written].join('\n')
}

/** Nothing in a value can look like the end of it or the beginning of another one. */
function clean(value: string): string {
  return value.replace(/[;#()<>\p{C}\p{Z}]+|[,:](?!\d)/gu, ' ').trim()
}

function cleanLabel(label: string): string {
  return label
    .replace(/[^\p{L}\p{N}_ -]+/gu, ' ')
    .trim()
    .slice(0, 32)
}
