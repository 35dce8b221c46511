import type { Message, Part } from '@lamella/core'
import { known } from '../../json.ts'
import type { TranscriptEntry } from '../contract/transcript.ts'
import { type Collector, unheard } from './collect.ts'
import { type Draft, unknownTool } from './draft.ts'
import { textOfParts } from './parts.ts'

/** A view of a session, and the calls in it that nothing answers. */
export interface View {
  readonly entries: readonly TranscriptEntry[]
  readonly unanswered: readonly string[]
}

/** A call without a result so far. The provider need not answer its own. */
interface OpenCall {
  readonly name: string
  readonly isOwn: boolean
}

/**
 * Makes the messages of a view: pairs each result with the nearest earlier call of its id that has none, and joins the
 * results that follow each other. Ids repeat after forks and between turns, so only the order of the view decides.
 *
 * @param only The drafts to return; results of others are paired all the same. Default: all.
 */
export function makeView(
  drafts: readonly Draft[],
  collector: Pick<Collector, 'note'>,
  only?: ReadonlySet<Draft>,
): View {
  const open = new Map<string, OpenCall[]>()
  const entries: Draft[] = []
  for (const draft of drafts) {
    const parts = draft.parts.map((part): Part => {
      if (part.type === 'tool-call') {
        const calls = open.get(part.toolCallId) ?? []
        const { toolName: name, providerExecuted: isOwn = false } = part
        open.set(part.toolCallId, [...calls, { name, isOwn }])
        return part
      }
      if (part.type !== 'tool-result') return part
      const { toolCallId, toolName } = part
      const call = open.get(toolCallId)?.pop()
      if (call) return { ...part, toolName: call.name }
      const text = `A result answers the call ${toolCallId}, which is not before it.`
      collector.note('result-without-call', text, draft.lines[0])
      return toolName === '' ? { ...part, toolName: unknownTool } : part
    })
    if (only && !only.has(draft)) continue
    const last = entries.at(-1)
    if (draft.role === 'tool' && last?.role === 'tool') entries[entries.length - 1] = joined(last, { ...draft, parts })
    else entries.push({ ...draft, parts })
  }
  const unanswered = [...open].flatMap(([id, calls]) => calls.flatMap(({ isOwn }) => (isOwn ? [] : [id])))
  const toEntry = ({ role, parts, ...rest }: Draft): TranscriptEntry =>
    known({ message: toMessage(role, parts), ...rest }) as TranscriptEntry
  return { entries: entries.map(toEntry), unanswered }
}

/** Returns the messages of a view that is not sent. Results without a call are reported only for the view that is. */
export function entriesOf(drafts: readonly Draft[], only?: ReadonlySet<Draft>): readonly TranscriptEntry[] {
  return makeView(drafts, unheard, only).entries
}

function joined(one: Draft, other: Draft): Draft {
  return {
    ...one,
    parts: [...one.parts, ...other.parts],
    lines: [...new Set([...one.lines, ...other.lines])],
    cut: (one.cut ?? 0) + (other.cut ?? 0) || undefined,
    elsewhere: (one.elsewhere ?? 0) + (other.elsewhere ?? 0) || undefined,
  }
}

function toMessage(role: Draft['role'], given: readonly Part[]): Message {
  const parts = role === 'assistant' ? given.map(ofAnswer) : given
  const [only] = parts
  const isText = parts.length === 1 && only?.type === 'text'
  if (role === 'system') return { role, content: textOfParts(parts) }
  // The kinds of parts follow from the role: each reader writes no others.
  return { role, content: isText && role !== 'tool' ? only.text : [...parts] } as Message
}

/** An image of an answer is a file. */
function ofAnswer(part: Part): Part {
  if (part.type !== 'image') return part
  return { type: 'file', data: part.image, mediaType: part.mediaType ?? 'image/png' }
}
