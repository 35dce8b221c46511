import type { Fragment } from '../contract/fragment.ts'
import type { AssistantMessage, Message, ToolMessage, ToolPart } from '../contract/message.ts'

/** Where a part stands: the indices of its fragment, of its message in there, and its own. */
export interface At {
  readonly fragment: number
  readonly message: number
  readonly part: number
}

/**
 * Changes to the messages of fragments, noted first and made in one go: parts to take away, and parts of tool messages to
 * add. Places are indices, not objects, since one message object may stand in a history twice.
 */
export interface MessageEdits {
  readonly empty: boolean
  remove(at: At): void
  /** Puts a part at the end of the same message, which is of a tool or of the model. */
  append(at: At, part: ToolPart): void
  /** Puts a part into a tool message of its own, directly behind the message. */
  insertBehind(at: At, part: ToolPart): void
  /** The edited fragments, and where each old index has gone. Fragments without change stay the same objects. */
  apply(fragments: readonly Fragment[]): { readonly fragments: readonly Fragment[]; readonly moved: readonly number[] }
}

interface MessageEdit {
  readonly removed: Set<number>
  readonly appended: ToolPart[]
  readonly behind: ToolPart[]
}

export function createMessageEdits(): MessageEdits {
  const edits = new Map<number, Map<number, MessageEdit>>()
  const editOf = ({ fragment, message }: At): MessageEdit => {
    const messages = edits.get(fragment) ?? new Map<number, MessageEdit>()
    const edit = messages.get(message) ?? { removed: new Set(), appended: [], behind: [] }
    edits.set(fragment, messages.set(message, edit))
    return edit
  }
  return {
    get empty() {
      return edits.size === 0
    },
    remove: (at) => editOf(at).removed.add(at.part),
    append: (at, part) => editOf(at).appended.push(part),
    insertBehind: (at, part) => editOf(at).behind.push(part),
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

function editFragment(fragment: Fragment, edits: ReadonlyMap<number, MessageEdit>): Fragment | undefined {
  const content: Message[] = []
  for (const [position, message] of (fragment.content as readonly Message[]).entries()) {
    const edit = edits.get(position)
    const kept = edit ? editMessage(message, edit) : message
    if (kept) content.push(kept)
    if (edit?.behind.length) content.push({ role: 'tool', content: edit.behind })
  }
  // Costs and shorter renderings were made for the content as it was.
  const { tokens: _, shorter: __, ...rest } = fragment
  return content.length > 0 ? { ...rest, content } : undefined
}

/** The message with its parts changed; `undefined` when nothing, or nothing but thoughts, is left. */
function editMessage(message: Message, { removed, appended }: MessageEdit): Message | undefined {
  if (removed.size === 0 && appended.length === 0) return message
  const kept = (message.content as readonly object[]).filter((_, index) => !removed.has(index))
  const content = [...kept, ...appended]
  const edited = { ...message, content } as AssistantMessage | ToolMessage
  return content.length === 0 || isThoughtOnly(edited) ? undefined : edited
}

/** Whether an assistant message holds reasoning and nothing else. */
export function isThoughtOnly(message: Message): boolean {
  if (message.role !== 'assistant' || typeof message.content === 'string') return false
  return message.content.length > 0 && message.content.every((part) => part.type === 'reasoning')
}
