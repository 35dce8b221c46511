import type { AssistantPart, Message, ProviderOptions, ToolPart, UserPart } from '@lamella/core'
import { checkMessages, checkOptions, mustBeText, nativeSummaryOf } from '@lamella/core/plugin'
import { type NoteRepair, type PlacedMessages, placeOf } from './placed-messages.ts'

/** Options for merging messages. */
export interface MergeOptions {
  /** The text between two text-only messages. Default: two newlines. */
  readonly separator?: string
}

/**
 * Merges consecutive messages of the same role. Two texts become one text; parts become the parts of one message, in
 * order. The input is not changed, and messages that are not merged stay the same objects.
 *
 * @example
 * mergeConsecutive([{ role: 'user', content: 'Hello' }, { role: 'user', content: 'Are you there?' }])
 * // [{ role: 'user', content: 'Hello\n\nAre you there?' }]
 */
export function mergeConsecutive(messages: readonly Message[], options: MergeOptions = {}): Message[] {
  checkMerge('mergeConsecutive', messages, options)
  return [...mergePlaced({ messages, places: undefined }, options, () => {}).messages]
}

/** @throws LamellaError `OPTION_INVALID`, `MESSAGE_INVALID` */
export function checkMerge(what: string, messages: readonly Message[], options: MergeOptions): void {
  checkOptions(what, options, { separator: mustBeText })
  checkMessages(messages, 'messages')
}

/** Does the same for messages with known positions; each merged message is reported. */
export function mergePlaced(
  placed: PlacedMessages,
  { separator = '\n\n' }: MergeOptions,
  note: NoteRepair,
): PlacedMessages {
  const { messages } = placed
  if (!messages.some((message, at) => message.role === messages[at + 1]?.role)) return placed
  const merged: Message[] = []
  const places: number[] = []
  for (let start = 0; start < messages.length; ) {
    const first = messages[start] as Message
    let end = start + 1
    while (isJoined(first, messages[end])) end++
    merged.push(end === start + 1 ? first : joined(messages.slice(start, end), separator))
    places.push(placeOf(placed, start))
    for (let at = start + 1; at < end; at++) {
      note('merged', placeOf(placed, at), `Merged into the ${first.role} message before it.`)
    }
    start = end
  }
  return { messages: merged, places }
}

/** Whether the second message is merged into the first. A provider's own summary stays as it is. */
function isJoined(first: Message, next: Message | undefined): boolean {
  if (next?.role !== first.role) return false
  return nativeSummaryOf(first) === undefined && nativeSummaryOf(next) === undefined
}

/** Merges messages of the same role. Empty texts add no separator. */
function joined(group: readonly Message[], separator: string): Message {
  const [first] = group
  const options = joinedOptions(group)
  const texts = group.map((message) => message.content)
  if (texts.every((text) => typeof text === 'string')) {
    const content = texts.filter((text) => text !== '').join(separator)
    return { role: first?.role, content, ...options } as Message
  }
  const content: (UserPart | AssistantPart | ToolPart)[] = []
  for (const message of group) {
    if (typeof message.content !== 'string') for (const part of message.content) content.push(part)
    else if (message.content !== '') content.push({ type: 'text', text: message.content })
  }
  return { role: first?.role, content, ...options } as Message
}

/** Combines the options of all messages, by provider; the last one with a name wins. */
function joinedOptions(group: readonly Message[]): { providerOptions?: ProviderOptions } {
  const providers = new Map<string, ProviderOptions[string]>()
  for (const { providerOptions } of group) {
    for (const [provider, fields] of Object.entries(providerOptions ?? {})) {
      providers.set(provider, { ...providers.get(provider), ...fields })
    }
  }
  return providers.size === 0 ? {} : { providerOptions: Object.fromEntries(providers) }
}
