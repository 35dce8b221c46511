import type { Message } from '@lamella/core'
import { randomFrom } from './random.ts'

type Fields = Record<string, unknown>
/** The place of a value: its container and key. */
type Place = readonly [holder: Fields | unknown[], key: string]

function deep(): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < 6_000; level++) value = level % 2 === 0 ? { value } : [value]
  return value
}
const deepest = deep()
const cycle: unknown[] = []
cycle.push(cycle)

/** Wrong values that databases, other libraries and older versions write. */
const wrong: readonly unknown[] = [
  null,
  undefined,
  0,
  7,
  Number.NaN,
  true,
  '',
  'x',
  '\uD800',
  [],
  {},
  [null],
  [{}],
  { type: 'text' },
  { type: 'text', text: 'x' },
  { type: 'image_url', image_url: { url: 'x' } },
  { type: 'tool_use', id: 'a', name: 'b', input: {} },
  { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] },
  { type: 'Buffer', data: [1, 2] },
  new Date(0),
  new Map([[1, 2]]),
  new Uint8Array(2),
  10n,
  (): number => 1,
  deepest,
  cycle,
]

/** Names of a field in other libraries and versions. */
const otherNames: Readonly<Record<string, string>> = {
  toolCallId: 'tool_call_id',
  toolName: 'name',
  output: 'result',
  input: 'args',
  mediaType: 'mimeType',
  content: 'parts',
  providerOptions: 'providerMetadata',
  text: 'content',
  role: 'type',
  data: 'source',
}

/**
 * Returns a history in which one to three values are missing, of another type, or under another name; the same for the
 * same seed.
 */
export function malformed(messages: readonly Message[], seed: number): Message[] {
  const random = randomFrom(seed)
  const copy = copied(messages) as Message[]
  for (let times = random(3) + 1; times > 0; times--) {
    const all = placesIn(copy)
    const place = all[random(all.length)]
    if (place) spoil(place, random)
  }
  return copy
}

function spoil([holder, key]: Place, random: (below: number) => number): void {
  const fields = holder as Fields
  const other = otherNames[key]
  const way = random(6)
  if (way === 0 && !Array.isArray(holder)) delete fields[key]
  else if (way === 1 && other !== undefined) {
    fields[other] = fields[key]
    delete fields[key]
  } else if (way === 2) fields[key] = [fields[key]]
  else if (way === 3) fields[key] = { value: fields[key] }
  else fields[key] = copied(wrong[random(wrong.length)])
}

/** Returns every place in the messages, and the messages themselves. */
function placesIn(value: unknown, found: Place[] = []): readonly Place[] {
  if (!isPlain(value) || value === cycle || found.length > 10_000) return found
  for (const key of Object.keys(value)) {
    const item = (value as Fields)[key]
    if (item === deepest || item === cycle) continue
    found.push([value as Fields, key])
    placesIn(item, found)
  }
  return found
}

function copied(value: unknown): unknown {
  if (value === deepest || value === cycle) return value
  if (Array.isArray(value)) return value.map(copied)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copied(item)]))
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}
