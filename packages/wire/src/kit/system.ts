import type { SystemMessage } from '@lamella/core'
import { cleanText, joinTexts, lose } from '../shared/ledger.ts'
import type { PlacedSystem } from './format.ts'
import type { EncodeState, FormatTypes } from './run.ts'

/**
 * Joins the parts of a system prompt into one text; '' if it is empty. Empty parts add no separator.
 *
 * @param extraOf Reads the options of a part, and returns the fields that a joined text cannot have.
 */
export function joinSystem<Types extends FormatTypes>(
  parts: readonly PlacedSystem<Types>[],
  separator: string,
  extraOf: (state: EncodeState<Types>, message: SystemMessage) => unknown,
): string {
  const texts: string[] = []
  for (const { state, message } of parts) {
    if (extraOf(state, message) !== undefined) {
      lose(state, 'provider-options', 'A joined system prompt cannot have the fields of a single part.')
    }
    const text = cleanText(state, message.content)
    if (text !== '') texts.push(text)
  }
  const last = parts.at(-1)
  return last === undefined ? '' : joinTexts(last.state, texts, separator)
}
