import type { AgentInputItem } from '@openai/agents'
import { agentsError } from '../errors.ts'
import { isRecord } from '../items/plain-item.ts'

/** A change of single items, as the SDK describes it. */
export interface HistoryMutation {
  readonly type: 'replace_function_call'
  readonly callId: string
  readonly replacement: Extract<AgentInputItem, { type: 'function_call' }>
}

/** A change of the end of a session, as the SDK describes it. */
export type HistoryTransaction =
  | { readonly type: 'append_items'; readonly items: readonly AgentInputItem[] }
  | {
      readonly type: 'replace_suffix'
      readonly expectedSuffix: readonly AgentInputItem[]
      readonly replacement: readonly AgentInputItem[]
    }

interface Operation {
  readonly operationId: string
  readonly transaction: HistoryTransaction
}

/**
 * Checks what the SDK passes: another version may have other transactions.
 *
 * @throws LamellaError `AGENTS_TRANSACTION_INVALID`
 */
export function readTransaction({ operationId, transaction }: Operation): Operation {
  if (typeof operationId !== 'string' || operationId.trim() === '') throw invalid('operationId must not be empty')
  if (!isRecord(transaction)) throw invalid('transaction must be an object')
  switch (transaction.type) {
    case 'append_items':
      mustBeItems('items', transaction.items)
      break
    case 'replace_suffix':
      mustBeItems('expectedSuffix', transaction.expectedSuffix)
      mustBeItems('replacement', transaction.replacement)
      break
    default:
      transaction satisfies never
      throw invalid('transaction.type must be append_items or replace_suffix')
  }
  return { operationId, transaction }
}

function mustBeItems(field: string, items: unknown): void {
  if (!Array.isArray(items) || !items.every(isRecord)) throw invalid(`transaction.${field} must be a list of items`)
}

function invalid(problem: string): Error {
  return agentsError('AGENTS_TRANSACTION_INVALID', `The transaction is not valid: ${problem}.`, 'Pass what the SDK defines.', {
    problem,
  })
}
