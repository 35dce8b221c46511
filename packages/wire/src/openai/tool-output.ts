import type { ToolOutput, ToolOutputContent } from '@lamella/core'
import { jsonText } from '../shared/json.ts'
import { cleanText, type Ledger, lose } from '../shared/ledger.ts'
import { readOutput } from '../shared/tool-output.ts'

/**
 * Returns a tool's output as both OpenAI APIs accept it: one text, or the result of `pieces` for a list. Neither has an
 * error flag for tool results, so only the text is sent, which is reported as a loss.
 */
export function encodeToolOutput<State extends Ledger, Content>(
  ledger: State,
  output: ToolOutput,
  title: string,
  pieces: (ledger: State, items: readonly ToolOutputContent[]) => Content,
): string | Content {
  const read = readOutput(ledger, output)
  if (read.kind === 'pieces') return pieces(ledger, read.pieces)
  if (read.failed) lose(ledger, 'error-flag', `${title} has no error flag for tool results: only the text is sent.`)
  return read.kind === 'text' ? cleanText(ledger, read.text) : (jsonText(ledger, read.value) ?? 'null')
}
