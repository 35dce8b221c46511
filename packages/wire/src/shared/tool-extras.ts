import type { ProviderOptions } from '@lamella/core'
import { at, type Ledger, lose } from './ledger.ts'
import { type AssistantTurn, isForProvider } from './turns.ts'

/**
 * Reports the contents of tool messages that are not results: the format has no place for approvals of
 * provider-executed tools, or for options of a whole message, because each result is written separately. `read` reports
 * the options.
 */
export function loseToolExtras<Run, Base>(
  ledger: Ledger<Run, Base>,
  { toolExtras }: AssistantTurn,
  read: (ledger: Ledger<Run, Base>, options: ProviderOptions) => void,
): void {
  for (const { index, message } of toolExtras) {
    if (message.providerOptions !== undefined) read(at(ledger, 'messages', index), message.providerOptions)
    for (const [part, value] of message.content.entries()) {
      if (!isForProvider(value)) continue
      const what = 'The format does not support approvals of provider-executed tools.'
      lose(at(ledger, 'messages', index, part), 'provider-executed', what)
    }
  }
}
