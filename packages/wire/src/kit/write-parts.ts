import type { AssistantPart, FilePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '@lamella/core'
import { at, type Ledger, lose } from '../shared/ledger.ts'
import type { PairedCall } from '../shared/tool-pairs.ts'
import type { Answer } from './format.ts'

/** Functions that write the parts of an assistant message, each at the place of its part; `undefined` for what is left out. */
export interface AssistantWriters<Run, Wire> {
  text(state: Ledger<Run>, part: TextPart, index: number): Wire | undefined
  reasoning(state: Ledger<Run>, part: ReasoningPart, index: number): Wire | undefined
  file(state: Ledger<Run>, part: FilePart, index: number): Wire | undefined
  /** A call that a result behind the message answers, under the id that was chosen for it. */
  call(state: Ledger<Run>, pair: PairedCall, id: string): Wire | undefined
  /** A call or a result of a tool that the provider of this format ran: see `isNative`. */
  native(state: Ledger<Run>, part: ToolCallPart | ToolResultPart, index: number): Wire | undefined
}

/** Writes the parts of an answer in their order. What is asked of people is not for models. */
export function writeParts<Run, Wire>(
  state: Ledger<Run>,
  { parts, ids }: Pick<Answer, 'parts' | 'ids'>,
  title: string,
  writers: AssistantWriters<Run, Wire>,
): Wire[] {
  const written: Wire[] = []
  let call = 0
  for (const { part, index, pair } of parts) {
    const here = at(state, { part: index })
    const wire =
      pair === undefined ? writePart(here, part, index, title, writers) : writers.call(here, pair, ids[call++] ?? '')
    if (wire !== undefined) written.push(wire)
  }
  return written
}

function writePart<Run, Wire>(
  state: Ledger<Run>,
  part: AssistantPart,
  index: number,
  title: string,
  writers: AssistantWriters<Run, Wire>,
): Wire | undefined {
  switch (part.type) {
    case 'text':
      return writers.text(state, part, index)
    case 'reasoning':
      return writers.reasoning(state, part, index)
    case 'file':
      return writers.file(state, part, index)
    case 'tool-call':
    case 'tool-result':
      return writers.native(state, part, index)
    case 'tool-approval-request':
      return undefined
    default:
      part satisfies never
      lose(state, 'part', `${title} has no assistant part of the type ${(part as { type: string }).type}.`)
      return undefined
  }
}
