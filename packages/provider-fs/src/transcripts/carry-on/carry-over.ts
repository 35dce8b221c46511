import type { Message } from '@lamella/core'
import type { Transcript, TranscriptEntry } from '../contract/transcript.ts'
import { checkTranscript } from '../shared/check-transcript.ts'
import { unknownTool } from '../shared/draft.ts'

/** What does not survive a change of program. */
export type LeftOutCode =
  /** Thinking: its signature is bound to a system prompt that is not the same any more. */
  | 'reasoning'
  /** Instructions and surroundings of the program. */
  | 'context'
  /** Calls that nothing answers. */
  | 'call-without-result'
  | 'result-without-call'
  /** Outputs of which the model saw a preview; the rest is in a file of the program. */
  | 'output-elsewhere'
  /** Messages that a compaction replaced. */
  | 'compacted'
  /** Summaries in the place of messages that only the provider of the other program can read. */
  | 'summary-encrypted'
  | 'branches'
  | 'subagents'
  /** Lines and parts of unknown types. */
  | 'unknown'

/** Something that was left out, and how often. */
export interface LeftOut {
  readonly code: LeftOutCode
  readonly count: number
  /** A sentence. */
  readonly text: string
}

/** A session to go on with in another program. */
export interface CarriedOver {
  /** Canonical messages, for any provider. */
  readonly messages: readonly Message[]
  readonly left: readonly LeftOut[]
}

const sentences: Readonly<Record<LeftOutCode, string>> = {
  reasoning: 'Parts with reasoning: it is bound to the system prompt of the other program.',
  context: 'Messages of the other program about itself: its instructions, its surroundings, its tools.',
  'call-without-result': 'Calls of tools that have no result.',
  'result-without-call': 'Results whose call is not there.',
  'output-elsewhere': 'Outputs of which the model only saw a preview; the rest is in files of the other program.',
  compacted: 'Messages that a compaction of the other program replaced.',
  'summary-encrypted': 'Summaries of compactions: they are encrypted, and only the other program can use them.',
  branches: 'Branches that were abandoned.',
  subagents: 'Conversations of sub-agents; their answers are among the results.',
  unknown: 'Lines and parts of unknown types.',
}

/**
 * Returns the messages of a session to go on with: what its next request would hold, with calls, results and images, and a
 * list of what was left out. A file of a sub-agent alone continues the sub-agent.
 *
 * @example
 * const [session] = await readTranscripts(lines)
 * if (session) await store.append(scope, 'from-pi', [...carryOver(session).messages])
 */
export function carryOver(transcript: Transcript): CarriedOver {
  const { window, subagents, branches, compactions, notes, unknown } = checkTranscript('carryOver', transcript)
  const isAgent = window.length === 0 && subagents.length > 0
  const entries = isAgent ? (subagents[0]?.window ?? []) : window
  const counts = new Map<LeftOutCode, number>()
  const leave = (code: LeftOutCode, count = 1): void => {
    if (count > 0) counts.set(code, (counts.get(code) ?? 0) + count)
  }
  const paired = pairsOf(entries)
  const messages = entries.flatMap(({ by, message, elsewhere }): readonly Message[] => {
    if (by === 'context') {
      leave('context')
      return []
    }
    if (elsewhere !== undefined) leave('output-elsewhere')
    if (typeof message.content === 'string' || message.role === 'user') return [message]
    const content = message.content.filter((part) => {
      if (part.type === 'reasoning') leave('reasoning')
      else if (part.type === 'tool-call' && !paired.has(part)) leave('call-without-result')
      else if (part.type === 'tool-result' && (!paired.has(part) || part.toolName === unknownTool))
        leave('result-without-call')
      else return true
      return false
    })
    return content.length === 0 ? [] : [{ ...message, content } as Message]
  })
  leave('compacted', new Set(compactions.flatMap(({ lost }) => lost.map(({ lines }) => lines[0]))).size)
  leave('summary-encrypted', notes.filter(({ code }) => code === 'summary-encrypted').length)
  leave('branches', branches.length)
  leave('subagents', isAgent ? subagents.length - 1 : subagents.length)
  leave(
    'unknown',
    Object.values(unknown).reduce((sum, count) => sum + count, 0),
  )
  return { messages, left: Array.from(counts, ([code, count]) => ({ code, count, text: sentences[code] })) }
}

/** Returns the parts of calls that have a result, and of results that have a call. */
function pairsOf(entries: readonly TranscriptEntry[]): ReadonlySet<object> {
  const open = new Map<string, object[]>()
  const paired = new Set<object>()
  for (const { message } of entries) {
    if (typeof message.content === 'string') continue
    for (const part of message.content) {
      if (part.type === 'tool-call') open.set(part.toolCallId, [...(open.get(part.toolCallId) ?? []), part])
      const call = part.type === 'tool-result' ? open.get(part.toolCallId)?.pop() : undefined
      if (call) paired.add(call).add(part)
    }
  }
  return paired
}
