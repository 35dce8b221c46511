import { type Ledger, mend } from './ledger.ts'

/**
 * The blocks of an assistant message with its calls behind all texts, as some providers ask for. Thinking stays before what it
 * led to where it can.
 */
export function withCallsLast<Block>(
  ledger: Ledger,
  blocks: Block[],
  kindOf: (block: Block) => 'call' | 'text' | undefined,
): Block[] {
  const firstCall = blocks.findIndex((block) => kindOf(block) === 'call')
  if (firstCall < 0 || !blocks.some((block, at) => at > firstCall && kindOf(block) === 'text')) return blocks
  mend(ledger, 'order', 'Calls stand behind the texts of their message.')
  const calls = blocks.filter((block) => kindOf(block) === 'call')
  return [...blocks.filter((block) => kindOf(block) !== 'call'), ...calls]
}
