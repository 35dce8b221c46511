import type { ToolOutput, ToolOutputContent } from '@lamella/core'
import { jsonText } from '../shared/json.ts'
import { cleanText, type Ledger, lose } from '../shared/ledger.ts'
import { readOutput } from '../shared/tool-output.ts'

/**
 * What a tool gave back, as both APIs of OpenAI take it: one text, or what `pieces` makes of a list. Neither has a mark for
 * a tool that failed, so its text is sent alone, which is noted.
 */
export function encodeToolOutput<State extends Ledger, Content>(
  ledger: State,
  output: ToolOutput,
  title: string,
  pieces: (ledger: State, items: readonly ToolOutputContent[]) => Content,
): string | Content {
  const read = readOutput(ledger, output)
  if (read.kind === 'pieces') return pieces(ledger, read.pieces)
  if (read.failed) lose(ledger, 'error-flag', `${title} has no mark for a failed tool: its text is sent alone.`)
  return read.kind === 'text' ? cleanText(ledger, read.text) : (jsonText(ledger, read.value) ?? 'null')
}
