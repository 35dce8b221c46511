import type { Message, Part } from '@lamella/core'
import type { TranscriptEntry, Writer } from '@lamella/provider-fs/transcripts'

/** What fills a window. `answer`: what the model said to the person; `call`: its calls of tools. */
type WindowKind =
  | 'person'
  | 'answer'
  | 'reasoning'
  | 'call'
  | 'result'
  | 'media'
  | Exclude<Writer, 'model' | 'tool' | 'person'>

/** A kind of content in a window, and how much of it there is. */
export interface WindowPart {
  readonly kind: WindowKind
  /** Of a call or a result. */
  readonly tool?: string
  /** How many parts of messages. */
  readonly count: number
  readonly tokens: number
  /** The largest part of them. */
  readonly largest: { readonly line: number; readonly tokens: number }
}

/**
 * Returns what fills a window, the largest kind first.
 *
 * @param count The tokens of a message. What `partLimit` cut off counts as much as what was kept.
 */
export function windowParts(
  entries: readonly TranscriptEntry[],
  count: (message: Message) => number,
): readonly WindowPart[] {
  const parts = new Map<string, WindowPart>()
  for (const { message, by, lines, cut = 0 } of entries) {
    const [line = 0] = lines
    const scale = cut === 0 ? 1 : 1 + cut / JSON.stringify(message.content).length
    for (const part of partsOf(message)) {
      const kind = kindOf(part, by)
      const tool = part.type === 'tool-call' || part.type === 'tool-result' ? part.toolName : undefined
      const tokens = Math.round(scale * count({ role: message.role, content: [part] } as Message))
      const key = `${kind} ${tool ?? ''}`
      const held = parts.get(key)
      const isLargest = !held || tokens > held.largest.tokens
      parts.set(key, {
        kind,
        ...(tool !== undefined && { tool }),
        count: (held?.count ?? 0) + 1,
        tokens: (held?.tokens ?? 0) + tokens,
        largest: isLargest ? { line, tokens } : held.largest,
      })
    }
  }
  return [...parts.values()].sort((one, other) => other.tokens - one.tokens)
}

function partsOf({ content }: Message): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function kindOf(part: Part, by: Writer): WindowKind {
  switch (part.type) {
    case 'reasoning':
      return 'reasoning'
    case 'tool-call':
    case 'tool-approval-request':
      return 'call'
    case 'tool-result':
    case 'tool-approval-response':
      return 'result'
    case 'image':
    case 'file':
      return 'media'
    case 'text':
      return by === 'model' || by === 'tool' ? 'answer' : by
    default:
      part satisfies never
      return 'media'
  }
}
