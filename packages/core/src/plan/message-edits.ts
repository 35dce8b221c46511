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

/**
 * Changes to the messages of fragments, collected first and applied together: parts to remove, and parts of tool
 * messages to add. Positions are indices, not objects, since one message object may occur in a history twice.
 */
export interface MessageEdits {
  readonly empty: boolean
  remove(at: At): void
  /** Appends a part to the same message, of role tool or assistant. */
  append(at: At, part: ToolPart): Added
  /** Adds a part in a new tool message, directly after the message. */
  insertAfter(at: At, part: ToolPart): Added
  /** Returns the edited fragments, and the new position of each old index. Unchanged fragments stay the same objects. */
  apply(fragments: readonly Fragment[]): { readonly fragments: readonly Fragment[]; readonly moved: readonly number[] }
}

interface MessageEdit {
  readonly removed: Set<number>
  readonly appended: Added[]
  readonly after: Added[]
}

export function createMessageEdits(): MessageEdits {
  const edits = new Map<number, Map<number, MessageEdit>>()
  const editOf = ({ fragment, message }: At): MessageEdit => {
    const messages = edits.get(fragment) ?? new Map<number, MessageEdit>()
    const edit = messages.get(message) ?? { removed: new Set(), appended: [], after: [] }
    edits.set(fragment, messages.set(message, edit))
    return edit
  }
  return {
    get empty() {
      return edits.size === 0
    },
    remove: (at) => editOf(at).removed.add(at.part),
    append: (at, part) => added(editOf(at).appended, part),
    insertAfter: (at, part) => added(editOf(at).after, part),
    apply: (fragments) => {
      const result: Fragment[] = []
      const moved: number[] = []
      for (const [index, fragment] of fragments.entries()) {
        const messageEdits = edits.get(index)
        const edited = messageEdits ? editFragment(fragment, messageEdits) : fragment
        moved.push(edited ? result.length : -1)
        if (edited) result.push(edited)
      }
      return { fragments: result, moved }
    },
  }
}

function added(list: Added[], part: ToolPart): Added {
  const one = { part }
  list.push(one)
  return one
}

function partsOf(list: readonly Added[]): ToolPart[] {
  return list.flatMap(({ part }) => part ?? [])
}

function editFragment(fragment: Fragment, edits: ReadonlyMap<number, MessageEdit>): Fragment | undefined {
  const content: Message[] = []
  for (const [position, message] of (fragment.content as readonly Message[]).entries()) {
    const edit = edits.get(position)
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
