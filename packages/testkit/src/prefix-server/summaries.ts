import { isObject } from '@lamella/core/plugin'
import { canonical } from '../kit/same.ts'
import { textWithoutMarks } from './text-without-marks.ts'

/** What the server keeps of a summary that it has signed. */
export interface SignedSummary {
  /** The block as it was returned. */
  readonly block: Readonly<Record<string, unknown>>
  /** Tools, system prompt and model of the request that it summarizes. */
  readonly head: string
  /** What thinking after the summarized messages is bound to, and the role of the last of them. */
  readonly binding: string
  readonly role: unknown
  /** The signatures of the summaries that it includes. */
  readonly includes: ReadonlySet<string>
}

/** Why the API rejects a request with a summary, as it says so. */
export interface SummaryProblem {
  readonly message: string
  readonly code?: string
}

interface Placed {
  readonly block: Readonly<Record<string, unknown>>
  readonly isFirst: boolean
}

/** Lists the summaries in a request. One without content has failed, and does nothing. */
function summariesIn(request: object): readonly Placed[] {
  const { messages } = request as { readonly messages?: unknown }
  return (Array.isArray(messages) ? messages : []).flatMap((message: unknown, index) => {
    const content = isObject(message) ? message['content'] : undefined
    if (!Array.isArray(content)) return []
    return content.flatMap((block: unknown, at): Placed[] =>
      isObject(block) && block['type'] === 'compaction' && typeof block['content'] === 'string'
        ? [{ block, isFirst: index + at === 0 }]
        : [],
    )
  })
}

export const isSigned = ({ signature }: Readonly<Record<string, unknown>>): boolean => typeof signature === 'string'

/**
 * Checks what the API demands of a request with a signed summary, or for one.
 *
 * Source: Anthropic, "Compaction on demand", "Continue from the summary", "Errors" and "Limits and interactions with other
 * features", as read on 2026-11-23.
 */
export function summaryProblem(
  request: object,
  known: (signature: string) => SignedSummary | undefined,
): SummaryProblem | undefined {
  const { betas, compaction, context_management: management, messages } = request as Readonly<Record<string, unknown>>
  const found = summariesIn(request)
  const signed = found.filter(({ block }) => isSigned(block))
  const asks = compaction !== undefined
  if (!asks && signed.length === 0) return undefined
  if (!Array.isArray(betas) || !betas.includes('compact-2026-09-04')) {
    return { message: asks ? 'compaction: requires anthropic-beta: compact-2026-09-04' : 'Unexpected type compaction' }
  }
  if (asks && management !== undefined) return { message: 'compaction cannot be combined with context_management' }
  if (asks && endsInCall(messages)) return { message: 'The last assistant turn ends in a tool call without a result.' }
  const [first] = signed
  if (first === undefined) return undefined
  if (found.length > 1) return { message: 'The request carries more than one compaction block.' }
  if (!first.isFirst) return { message: 'Content precedes the block.', code: 'compaction_block_misplaced' }
  const own = known(String(first.block['signature']))
  if (own === undefined) return { message: 'The signature is unknown.', code: 'compaction_signature_invalid' }
  const { cache_control: _, ...sent } = first.block
  return canonical(sent) === canonical(own.block)
    ? undefined
    : { message: 'The block was changed.', code: 'compaction_content_mismatch' }
}

/** What must not change for the thinking after a summary to stay valid. */
export function headOf(request: object): string {
  const { tools = [], system = '', model } = request as Readonly<Record<string, unknown>>
  const blocks = typeof system === 'string' && system !== '' ? [{ type: 'text', text: system }] : system || []
  return [tools, blocks, model ?? null].map(textWithoutMarks).join('\n')
}

function endsInCall(messages: unknown): boolean {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  if (!isObject(last) || last['role'] !== 'assistant' || !Array.isArray(last['content'])) return false
  return last['content'].some((block: unknown) => isObject(block) && block['type'] === 'tool_use')
}
