import type { FragmentContent } from '@lamella/core'

/** A part of a request body: an element of one of its lists, or one of its fields. */
export interface RequestPart {
  /** Such as `messages[3]`. */
  readonly path: string
  /** Its role or type, if it has one. */
  readonly kind: string | undefined
  readonly value: unknown
  /** Indices of the items that it was made from, in order. */
  readonly items: readonly number[]
}

/** Splits a request body into its parts, in the order of the body. */
export function partsOf(body: object): readonly Omit<RequestPart, 'items'>[] {
  return Object.entries(body).flatMap(([key, value]) => {
    if (!Array.isArray(value) || !value.every(isRecord)) return [{ path: key, kind: kindOf(value), value }]
    return value.map((one, index) => ({ path: `${key}[${index}]`, kind: kindOf(one), value: one as unknown }))
  })
}

/**
 * Links the parts of a request to the contents that it was encoded from: by their texts, values and ids, in order, since
 * encoders keep both. Texts that an encoder joined are found inside of the joined one.
 */
export function linkParts(body: object, contents: readonly FragmentContent[]): readonly RequestPart[] {
  const own = contents.map((content) => new Set([...textsOf(content), ...idsOf(content)]))
  const places = new Map<string, number[]>()
  for (const [index, texts] of own.entries()) {
    for (const text of texts) {
      const list = places.get(text)
      if (list) list.push(index)
      else places.set(text, [index])
    }
  }
  let last = 0
  const linked = new Set<number>()
  const parts = partsOf(body).map((part): RequestPart => {
    const items = new Set<number>()
    const link = (text: string): void => {
      const candidates = places.get(text) ?? []
      const index = candidates.find((one) => one >= last) ?? candidates[0]
      if (index === undefined) return
      items.add(index)
      last = Math.max(last, index)
    }
    textsOf(part.value).forEach(link)
    // A result has the id of its call, which is another item.
    if (items.size === 0) idsOf(part.value).forEach(link)
    for (const index of items) linked.add(index)
    return { ...part, items: [...items] }
  })
  const missing = own.flatMap((texts, index) => (linked.has(index) ? [] : [{ index, first: longest(texts) }]))
  if (missing.length === 0) return parts.map(sorted)
  return parts.map((part) => {
    const texts = textsOf(part.value)
    const inside = missing.filter(({ first }) => first !== '' && texts.some((text) => text.includes(first)))
    return sorted({ ...part, items: [...part.items, ...inside.map(({ index }) => index)] })
  })
}

/** Fields with names, not with what somebody said. */
const names = new Set(['role', 'type', 'model', 'name', 'toolName', 'mediaType', 'providerOptions', 'cache_control'])
/** Fields with the id of a call. */
const ids = new Set(['id', 'toolCallId', 'tool_call_id', 'call_id', 'tool_use_id', 'toolUseId'])
/** Fields whose whole value comes from one value: arguments and results of tools. */
const whole = new Set(['input', 'args', 'arguments', 'output', 'response', 'value', 'json'])

function textsOf(value: unknown, key: string = ''): readonly string[] {
  if (names.has(key) || ids.has(key)) return []
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one))
  const inner = Object.entries(value).flatMap(([name, one]) => textsOf(one, name))
  return whole.has(key) ? [JSON.stringify(value), ...inner] : inner
}

function idsOf(value: unknown, key: string = ''): readonly string[] {
  if (typeof value === 'string') return ids.has(key) ? [value] : []
  if (typeof value !== 'object' || value === null || names.has(key)) return []
  return Object.entries(value).flatMap(([name, one]) => idsOf(one, name))
}

function longest(texts: ReadonlySet<string>): string {
  let found = ''
  for (const text of texts) if (text.length > found.length) found = text
  return found
}

function sorted(part: RequestPart): RequestPart {
  return { ...part, items: part.items.toSorted((a, b) => a - b) }
}

function kindOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const { role, type, name } = value
  return [role, type, name].find((one) => typeof one === 'string') as string | undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
