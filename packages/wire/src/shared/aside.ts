import type { ProviderOptions } from '@lamella/core'
import { at, type Ledger, lose } from './ledger.ts'
import { type AssistantTurn, isForProvider } from './turns.ts'

/**
 * Notes what tool messages hold beside results: a person's word for a tool that the provider runs has no place, and
 * neither have options of a whole message, since each result is written by itself. `read` notes the options.
 */
export function loseAside<Run, Base>(
  ledger: Ledger<Run, Base>,
  { aside }: AssistantTurn,
  read: (ledger: Ledger<Run, Base>, options: ProviderOptions) => void,
): void {
  for (const { index, message } of aside) {
    if (message.providerOptions !== undefined) read(at(ledger, 'messages', index), message.providerOptions)
    for (const [part, value] of message.content.entries()) {
      if (!isForProvider(value)) continue
      const what = 'The format has no place for an approval of a tool that the provider runs.'
      lose(at(ledger, 'messages', index, part), 'provider-executed', what)
    }
  }
}
