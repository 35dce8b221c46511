import type { AssistantMessage, AssistantPart, Message, ToolCallPart, ToolResultPart } from '@lamella/core'

/** A tool call and its part index in the message. */
export interface PlacedCall {
  readonly call: ToolCallPart
  readonly part: number
}

/** A tool result and its position. */
export interface PlacedResult {
  readonly result: ToolResultPart
  /** The message, as an index in `context.messages`. */
  readonly index: number
  readonly part: number
}

/** A call and its answer. */
export interface PairedCall extends PlacedCall {
  readonly answer: PlacedResult
}

/** The result of pairing. */
export interface Pairing {
  /** In the order of the calls. */
  readonly pairs: readonly PairedCall[]
  /** Calls without a result. */
  readonly open: readonly PlacedCall[]
  /** Results that answer none of the calls. */
  readonly orphans: readonly PlacedResult[]
}

const none: readonly never[] = []

/** Matches calls with results: by id, and calls and results with the same id in order. */
export function pairCalls(calls: readonly PlacedCall[], results: readonly PlacedResult[]): Pairing {
  return pairInOrder(calls, results) ?? pairById(calls, results)
}

/** The usual case, without lookups: as many results as calls, in the same order. */
function pairInOrder(calls: readonly PlacedCall[], results: readonly PlacedResult[]): Pairing | undefined {
  if (calls.length !== results.length) return undefined
  if (!calls.every(({ call }, at) => call.toolCallId === results[at]?.result.toolCallId)) return undefined
  const pairs = calls.map(({ call, part }, at): PairedCall => ({ call, part, answer: results[at] as PlacedResult }))
  return { pairs, open: none, orphans: none }
}

function pairById(calls: readonly PlacedCall[], results: readonly PlacedResult[]): Pairing {
  const found: (PlacedResult | undefined)[] = calls.map(() => undefined)
  const orphans: PlacedResult[] = []
  // Client calls come first, as in the core: provider-executed calls need no result.
  const own = [...calls.keys()].filter((at) => calls[at]?.call.providerExecuted !== true)
  const others = own.length === calls.length ? none : [...calls.keys()].filter((at) => calls[at]?.call.providerExecuted)
  const open = groupBackwards([...own, ...others], (at) => calls[at]?.call.toolCallId)
  for (const placed of results) {
    const at = open.get(placed.result.toolCallId)?.pop()
    if (at === undefined) orphans.push(placed)
    else found[at] = placed
  }
  const pairs: PairedCall[] = []
  const unanswered: PlacedCall[] = []
  for (let at = 0; at < calls.length; at++) {
    const { call, part } = calls[at] as PlacedCall
    const answer = found[at]
    if (answer === undefined) unanswered.push({ call, part })
    else pairs.push({ call, part, answer })
  }
  return { pairs, open: unanswered, orphans }
}

/**
 * Returns the results in the tool messages from `start` to the next message of another role. `places`: as in `turnsOf`.
 */
export function resultsFrom(
  messages: readonly Message[],
  start: number,
  places?: readonly number[],
): readonly PlacedResult[] {
  let results: PlacedResult[] | undefined
  for (let at = start, message = messages[at]; message?.role === 'tool'; message = messages[++at]) {
    const index = places?.[at] ?? at
    for (let part = 0; part < message.content.length; part++) {
      const result = message.content[part]
      if (result?.type === 'tool-result') results = append(results, { result, index, part })
    }
  }
  return results ?? none
}

export function callsOf(
  message: AssistantMessage,
  index: number,
): { readonly calls: readonly PlacedCall[]; readonly inline: readonly PlacedResult[] } {
  if (typeof message.content === 'string') return { calls: none, inline: none }
  let calls: PlacedCall[] | undefined
  let inline: PlacedResult[] | undefined
  for (let part = 0; part < message.content.length; part++) {
    const value = message.content[part] as AssistantPart
    if (value.type === 'tool-call') calls = append(calls, { call: value, part })
    else if (value.type === 'tool-result') inline = append(inline, { result: value, index, part })
  }
  return { calls: calls ?? none, inline: inline ?? none }
}

/**
 * Returns the list with one more item. Most lists have one item or none: an array that starts empty allocates room for
 * 17 at the first push.
 */
function append<Item>(list: Item[] | undefined, item: Item): Item[] {
  if (list === undefined) return [item]
  list.push(item)
  return list
}

/**
 * Returns the values by key, each list from the last value to the first: `pop` takes the first one that is left, however many
 * values have the same key.
 */
export function groupBackwards<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (let at = values.length - 1; at >= 0; at--) {
    const value = values[at] as Value
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
