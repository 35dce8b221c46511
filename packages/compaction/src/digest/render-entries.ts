import type { DigestEntry } from './entries.ts'

/** The values of a thing by their labels. */
type Thing = Map<string, string[]>

/**
 * Writes entries after a heading, those of one message on a line, messages in order: `#4 pine room id: 3712; due: 7 May` has two
 * values of one thing. Values that were replaced follow the present one; if that is not among the entries, they are marked.
 */
export function renderEntries(entries: readonly DigestEntry[], heading: string): string {
  const chosen = new Map(entries.map((entry) => [entry.value, entry]))
  const earlier = new Map<string, string[]>()
  const lines = new Map<number, Map<string, Thing>>()
  for (const { value, replacedBy } of entries) {
    const present = presentOf(replacedBy, chosen)
    if (present) earlier.set(present, [...(earlier.get(present) ?? []), cleanValue(value)])
  }
  const things = new Map(entries.filter(({ subject, value }) => subject !== value).map((one) => [keyOf(one), one]))
  for (const entry of entries) {
    const { value, label, subject, position, replacedBy } = entry
    // The name of a thing is before its other values.
    if (presentOf(replacedBy, chosen) || (value === subject && things.has(keyOf(entry)))) continue
    const was = earlier.get(value)
    const mark = replacedBy !== '' ? ' (replaced)' : was ? ` (was ${was.join(', ')})` : ''
    const line = lines.get(position) ?? new Map<string, Thing>()
    lines.set(position, line)
    const thing: Thing = line.get(value === subject ? '' : subject) ?? new Map()
    line.set(value === subject ? '' : subject, thing)
    const own = cleanLabel(label)
    thing.set(own, [...(thing.get(own) ?? []), cleanValue(value) + mark])
  }
  return [heading, ...[...lines].sort(([a], [b]) => a - b).map(([position, line]) => lineOf(position, line))].join('\n')
}

function keyOf({ position, subject }: DigestEntry): string {
  return `${position} ${subject}`
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

function lineOf(position: number, things: ReadonlyMap<string, Thing>): string {
  // What is of no thing comes first: it would seem to be of the one before it.
  const inOrder = [...things].sort(([a], [b]) => Number(a !== '') - Number(b !== ''))
  return `#${position} ${inOrder.map(([subject, thing]) => thingText(cleanLabel(subject), thing)).join('; ')}`
}

function thingText(subject: string, thing: Thing): string {
  return [...thing]
    .map(([label, values], index) => {
      const name = [index === 0 ? subject : '', label].filter((one) => one !== '').join(' ')
      return name === '' ? values.join(', ') : `${name}: ${values.join(', ')}`
    })
    .join('; ')
}

/** Nothing in a value can look like the end of it or the beginning of another one. */
export function cleanValue(value: string): string {
  return value.replace(/[;#()<>\p{C}\p{Z}]+|[,:](?!\d)/gu, ' ').trim()
}

function cleanLabel(label: string): string {
  return label
    .replace(/[^\p{L}\p{M}\p{N}_’'. -]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
