import type { AssistantPart, FilePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '@lamella/core'
import { atPart, type Ledger, lose } from '../shared/ledger.ts'
import type { PairedCall } from '../shared/tool-pairs.ts'
import type { Answer } from './format.ts'

/**
 * The functions that write the parts of an assistant message, each at the path of its part; `undefined` for parts that are
 * dropped.
 */
export interface AssistantWriters<Run, Base, Own, Wire> {
  text(state: Ledger<Run, Base>, part: TextPart, own: Own): Wire | undefined
  reasoning(state: Ledger<Run, Base>, part: ReasoningPart, own: Own): Wire | undefined
  file(state: Ledger<Run, Base>, part: FilePart, own: Own): Wire | undefined
  /** Writes a call that a later result answers, with its assigned id; the calls are numbered from 0. */
  call(state: Ledger<Run, Base>, pair: PairedCall, id: string, own: Own, number: number): Wire | undefined
  /** Writes a provider-executed call or result of this format's own provider: see `isNative`. */
  native(state: Ledger<Run, Base>, part: ToolCallPart | ToolResultPart, own: Own): Wire | undefined
}

/**
 * Writes the parts of an answer in order. Drops approval requests, which are not meant for models.
 *
 * @param own Data that the writers need in addition to the state.
 */
export function writeParts<Run, Base, Own, Wire>(
  state: Ledger<Run, Base>,
  { parts, ids }: Pick<Answer, 'parts' | 'ids'>,
  title: string,
  writers: AssistantWriters<Run, Base, Own, Wire>,
  own: Own,
): Wire[] {
  let calls = 0
  const written = parts.map(({ part, index, pair }) => {
    const here = index < 0 ? state : atPart(state, index)
    if (pair === undefined) return writePart(here, part, title, writers, own)
    const number = calls++
    return writers.call(here, pair, ids[number] ?? '', own, number)
  })
  return written.includes(undefined) ? written.filter((wire) => wire !== undefined) : (written as Wire[])
}

function writePart<Run, Base, Own, Wire>(
  state: Ledger<Run, Base>,
  part: AssistantPart,
  title: string,
  writers: AssistantWriters<Run, Base, Own, Wire>,
  own: Own,
): Wire | undefined {
  switch (part.type) {
    case 'text':
      return writers.text(state, part, own)
    case 'reasoning':
      return writers.reasoning(state, part, own)
    case 'file':
      return writers.file(state, part, own)
    case 'tool-call':
    case 'tool-result':
      return writers.native(state, part, own)
    case 'tool-approval-request':
      return undefined
    default:
      part satisfies never
      return void lose(state, 'part', `${title} has no assistant part type ${(part as { type: string }).type}.`)
  }
}

/** Returns the text of a text-only answer without results: half of most conversations, and short to write. */
export function plainTextOf({ parts, pairs }: Answer): TextPart | undefined {
  const [first] = parts
  return pairs.length === 0 && first?.index === -1 && first.part.type === 'text' ? first.part : undefined
}
