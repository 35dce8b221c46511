import type { Fragment } from '../contract/fragment.ts'
import type { AssistantMessage, Message, ToolMessage, ToolPart } from '../contract/message.ts'

/** The position of a part: the indices of its fragment, its message in the fragment, and the part itself. */
export interface At {
  readonly fragment: number
  readonly message: number
  readonly part: number
}

/** A part that is added, unless it is taken back. */
export interface Added {
  part: ToolPart | undefined
}

/** Changes to a message: the parts to remove, and parts to add to it, or in a new tool message directly after it. */
interface MessageEdit {
  readonly removed: Set<number>
  readonly appended: Added[]
  readonly after: Added[]
}

/**
 * Changes to the messages of fragments, by their indices, collected first and applied together. Indices, not objects, since one
 * message object may occur in a history twice.
 */
export type MessageEdits = MessageEdit[][]

/** Returns the changes to a message, to add some. */
export function editOf(edits: MessageEdits, { fragment, message }: At): MessageEdit {
  edits[fragment] ??= []
  edits[fragment][message] ??= { removed: new Set(), appended: [], after: [] }
  return edits[fragment][message]
}

/** Returns the edited fragments, and the new index of each: -1 if nothing is left of it. Unchanged fragments stay the same objects. */
export function applyEdits(
  fragments: readonly Fragment[],
  edits: MessageEdits,
): { readonly fragments: readonly Fragment[]; readonly moved: readonly number[] } {
  const result: Fragment[] = []
  const moved = fragments.map((fragment, index) => {
    const own = edits[index]
    const edited = own ? editFragment(fragment, own) : fragment
    return edited ? result.push(edited) - 1 : -1
  })
  return { fragments: result, moved }
}

function partsOf(list: readonly Added[]): ToolPart[] {
  return list.flatMap(({ part }) => part ?? [])
}

function editFragment(fragment: Fragment, edits: readonly MessageEdit[]): Fragment | undefined {
  // Costs were computed for the old content.
  const { tokens: _, shorter, ...rest } = fragment
  const whole = fragment.content as readonly Message[]
  const content = editMessages(whole, edits)
  if (content.length === 0) return undefined
  // The indices of the changes hold in a shorter rendering that has the same parts.
  const alike = (shorter as readonly (readonly Message[])[] | undefined)?.filter(
    (rung) => shapeOf(rung) === shapeOf(whole),
  )
  return { ...rest, content, ...(alike && { shorter: alike.map((rung) => editMessages(rung, edits)) }) }
}

/** Returns the roles of messages and the types of their parts, as text. */
function shapeOf(messages: readonly Message[]): string {
  return JSON.stringify(
    messages.map(({ role, content }) => [role, typeof content !== 'string' && content.map(({ type }) => type)]),
  )
}

function editMessages(messages: readonly Message[], edits: readonly MessageEdit[]): readonly Message[] {
  return messages.flatMap((message, position) => {
    const edit = edits[position]
    if (!edit) return message
    const after = partsOf(edit.after)
    return [...editMessage(message, edit), ...(after.length > 0 ? [{ role: 'tool', content: after } as const] : [])]
  })
}

/** Returns the message with its parts changed; none when nothing, or nothing but reasoning, is left. */
function editMessage(message: Message, { removed, appended }: MessageEdit): readonly Message[] {
  if (removed.size === 0 && appended.length === 0) return [message]
  const kept = (message.content as readonly object[]).filter((_, index) => !removed.has(index))
  const content = [...kept, ...partsOf(appended)]
  const edited = { ...message, content } as AssistantMessage | ToolMessage
  return content.length === 0 || isThoughtOnly(edited) ? [] : [edited]
}

/** Checks whether an assistant message contains only reasoning. */
export function isThoughtOnly(message: Message): boolean {
  if (message.role !== 'assistant' || typeof message.content === 'string') return false
  return message.content.length > 0 && message.content.every((part) => part.type === 'reasoning')
}
