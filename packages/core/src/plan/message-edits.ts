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
  const content: Message[] = []
  for (const [position, message] of (fragment.content as readonly Message[]).entries()) {
    const edit = edits[position]
    const kept = edit ? editMessage(message, edit) : message
    if (kept) content.push(kept)
    const after = partsOf(edit?.after ?? [])
    if (after.length > 0) content.push({ role: 'tool', content: after })
  }
  // Costs and shorter renderings were computed for the old content.
  const { tokens: _, shorter: __, ...rest } = fragment
  return content.length > 0 ? { ...rest, content } : undefined
}

/** Returns the message with its parts changed; `undefined` when nothing, or nothing but reasoning, is left. */
function editMessage(message: Message, { removed, appended }: MessageEdit): Message | undefined {
  if (removed.size === 0 && appended.length === 0) return message
  const kept = (message.content as readonly object[]).filter((_, index) => !removed.has(index))
  const content = [...kept, ...partsOf(appended)]
  const edited = { ...message, content } as AssistantMessage | ToolMessage
  return content.length === 0 || isThoughtOnly(edited) ? undefined : edited
}

/** Checks whether an assistant message contains only reasoning. */
export function isThoughtOnly(message: Message): boolean {
  if (message.role !== 'assistant' || typeof message.content === 'string') return false
  return message.content.length > 0 && message.content.every((part) => part.type === 'reasoning')
}
