import type { AssistantPart, Message, ProviderOptions, ToolPart, UserPart } from '@lamella/core'
import { type NoteRepair, type PlacedMessages, placeOf } from './placed-messages.ts'

/** How messages are joined. */
export interface MergeOptions {
  /** Between the texts of two messages that are text alone. Default two newlines. */
  readonly separator?: string
}

/**
 * Joins messages of one role that follow each other. Two texts become one text; parts become the parts of one message, in
 * their order. Nothing that is passed in is changed, and messages that stand alone stay the same objects.
 *
 * @example
 * mergeConsecutive([{ role: 'user', content: 'Hello' }, { role: 'user', content: 'Are you there?' }])
 * // [{ role: 'user', content: 'Hello\n\nAre you there?' }]
 */
export function mergeConsecutive(messages: readonly Message[], options: MergeOptions = {}): Message[] {
  return [...mergePlaced({ messages, places: undefined }, options, () => {}).messages]
}

/** The same for messages that keep their places; each message that is joined to another one is noted. */
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
    while (messages[end]?.role === first.role) end++
    merged.push(end === start + 1 ? first : joined(messages.slice(start, end), separator))
    places.push(placeOf(placed, start))
    for (let at = start + 1; at < end; at++) {
      note('merged', placeOf(placed, at), `Joined to the ${first.role} message before it.`)
    }
    start = end
  }
  return { messages: merged, places }
}

/** Messages of one role as one. Empty texts leave no separator behind. */
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

/** Options of all messages together, by provider; of one name the last one counts. */
function joinedOptions(group: readonly Message[]): { providerOptions?: ProviderOptions } {
  const providers = new Map<string, ProviderOptions[string]>()
  for (const { providerOptions } of group) {
    for (const [provider, fields] of Object.entries(providerOptions ?? {})) {
      providers.set(provider, { ...providers.get(provider), ...fields })
    }
  }
  return providers.size === 0 ? {} : { providerOptions: Object.fromEntries(providers) }
}
