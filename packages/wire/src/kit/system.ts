import type { SystemMessage } from '@lamella/core'
import { cleanText, joinTexts, lose } from '../shared/ledger.ts'
import type { PlacedSystem } from './format.ts'
import type { FormatTypes } from './format-types.ts'
import type { EncodeState } from './run.ts'

/**
 * The parts of a system prompt as one text; '' if there is nothing in it. Empty parts leave no separator behind.
 *
 * @param extraOf Reads the options of a part, and gives the fields that one text for all has no place for.
 */
export function joinSystem<Types extends FormatTypes>(
  parts: readonly PlacedSystem<Types>[],
  separator: string,
  extraOf: (state: EncodeState<Types>, message: SystemMessage) => unknown,
): string {
  const texts: string[] = []
  for (const { state, message } of parts) {
    if (extraOf(state, message) !== undefined) {
      lose(state, 'provider-options', 'A joined system prompt has no place for the fields of one part.')
    }
    const text = cleanText(state, message.content)
    if (text !== '') texts.push(text)
  }
  const last = parts.at(-1)
  return last === undefined ? '' : joinTexts(last.state, texts, separator)
}
