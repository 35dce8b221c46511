import { type Ledger, mend } from './ledger.ts'

/**
 * Returns the blocks of an assistant message with its calls after all texts, as some providers require. Thinking stays
 * before what it led to if possible.
 */
export function withCallsLast<Block>(
  ledger: Ledger,
  blocks: Block[],
  kindOf: (block: Block) => 'call' | 'text' | undefined,
): Block[] {
  const firstCall = blocks.findIndex((block) => kindOf(block) === 'call')
  if (firstCall < 0 || !blocks.some((block, at) => at > firstCall && kindOf(block) === 'text')) return blocks
  mend(ledger, 'order', 'Calls are sent after the texts of their message.')
  const calls = blocks.filter((block) => kindOf(block) === 'call')
  return [...blocks.filter((block) => kindOf(block) !== 'call'), ...calls]
}
