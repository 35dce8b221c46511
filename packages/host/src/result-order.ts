import type { Message, ToolMessage, ToolPart } from '@lamella/core'

/** Returns the place of a part among the results of an answer; `undefined` if it has none, and comes last. */
type PlaceOf = (part: ToolPart) => number | undefined

/**
 * Puts results in the order of their calls, and approvals before them: hosts repeat a conversation with its results in another
 * order than they came in, which says nothing else. Messages in order stay the same objects.
 */
export function inCallOrder(messages: readonly Message[]): readonly Message[] {
  return inOrder(messages, (answer) => {
    const calls = typeof answer?.content === 'string' ? [] : (answer?.content ?? [])
    const places = new Map(calls.map((part, index) => ['toolCallId' in part ? part.toolCallId : '', index]))
    return (part) => (part.type === 'tool-result' ? places.get(part.toolCallId) : -1)
  })
}

/** Puts results in the order in which others are known, and new ones after them. */
export function inKnownOrder(messages: readonly Message[], placeOf: PlaceOf): readonly Message[] {
  return inOrder(messages, () => placeOf)
}

function inOrder(
  messages: readonly Message[],
  placesAfter: (answer: Message | undefined) => PlaceOf,
): readonly Message[] {
  const ordered: Message[] = []
  for (let at = 0; at < messages.length; at++) {
    const results: ToolMessage[] = []
    const placeOf = placesAfter(messages[at - 1])
    for (let next = messages[at]; next?.role === 'tool'; next = messages[++at]) {
      const content = byPlace(next.content, placeOf)
      results.push(content === next.content ? next : { ...next, content })
    }
    for (const one of byPlace(results, ({ content: [first] }) => first && placeOf(first))) ordered.push(one)
    const other = messages[at]
    if (other) ordered.push(other)
  }
  return ordered
}

/** The same list, if it is in order. */
function byPlace<Item>(items: Item[], placeOf: (item: Item) => number | undefined): Item[] {
  const places = items.map((item) => placeOf(item) ?? Number.POSITIVE_INFINITY)
  if (places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0))) return items
  return items
    .map((item, index) => ({ item, place: places[index] ?? 0 }))
    .sort((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ item }) => item)
}
