import type { Check } from '@lamella/core/plugin'
import { isRecord } from '../../shared/guards.ts'
import { type Ledger, lose } from '../../shared/ledger.ts'
import { mustBeFlagOr } from '../../shared/must-have.ts'
import { isCompaction, isSigned } from '../compaction-block.ts'
import { maxInstructions } from '../limits.ts'
import type { AnthropicCompaction, AnthropicRequest } from '../types.ts'
import type { Draft } from './drafts.ts'

/** A request for a summary. */
export interface AnthropicCompactionSettings {
  /** Replaces the API's own prompt for the summary. At most 16,384 characters; blank: the API's own. */
  readonly instructions?: string
}

export const mustBeCompaction: Check = mustBeFlagOr<AnthropicCompactionSettings>({
  instructions: (value) =>
    typeof value === 'string' && value.length <= maxInstructions
      ? undefined
      : `must be a string of at most ${maxInstructions} characters`,
})

export function compactionOf(
  option: boolean | AnthropicCompactionSettings | undefined,
): AnthropicCompaction | undefined {
  if (option === undefined || option === false) return undefined
  const instructions = option === true ? undefined : option.instructions
  return { type: 'summarize', ...(instructions !== undefined && { instructions }) }
}

export function carriesSummary(drafts: readonly Draft[]): boolean {
  const content = drafts[0]?.content
  const block: unknown = typeof content === 'string' ? undefined : content?.[0]
  return isCompaction(block) && isSigned(block)
}

/**
 * Returns the request without fields that the API rejects: threshold compaction and what is left of a task budget, with
 * a signed summary; and in a request for a summary those that would do nothing.
 *
 * Source: Anthropic, "Compaction on demand", "Request a summary" and "Limits and interactions with other features". Read on
 * 2026-11-23.
 */
export function withoutRefused(ledger: Ledger, request: AnthropicRequest, carries: boolean): AnthropicRequest {
  const asks = request.compaction !== undefined
  if (!asks && !carries) return request
  const sent: Record<string, unknown> = { ...request }
  const leave = (field: string, why: string): void => {
    delete sent[field]
    lose(ledger, 'parameter', `${field} is left out: ${why}.`)
  }
  const { context_management: management, output_config: config, tool_choice: choice } = sent
  const [unsupported, useless] = ['a request with a summary cannot have it', 'a request for a summary cannot have it']
  if (management !== undefined && (asks || compacts(management)))
    leave('context_management', asks ? useless : unsupported)
  if (asks && sent['stop_sequences'] !== undefined) leave('stop_sequences', useless)
  if (asks && isRecord(choice) && (choice['type'] === 'any' || choice['type'] === 'tool')) leave('tool_choice', useless)
  if (isRecord(config)) {
    const { format, task_budget: budget, ...rest } = config
    const { remaining, ...total } = isRecord(budget) ? budget : {}
    const hasFormat = format !== undefined && asks
    if (hasFormat) lose(ledger, 'parameter', `output_config.format is left out: ${useless}.`)
    if (remaining !== undefined) lose(ledger, 'parameter', `task_budget.remaining is left out: ${unsupported}.`)
    const kept = {
      ...rest,
      ...(format !== undefined && !hasFormat && { format }),
      ...(budget !== undefined && { task_budget: remaining === undefined ? budget : total }),
    }
    if (Object.keys(kept).length > 0) sent['output_config'] = kept
    else delete sent['output_config']
  }
  return sent as unknown as AnthropicRequest
}

function compacts(management: unknown): boolean {
  const edits = isRecord(management) ? management['edits'] : undefined
  return Array.isArray(edits) && edits.some((edit) => isRecord(edit) && String(edit['type']).startsWith('compact_'))
}
