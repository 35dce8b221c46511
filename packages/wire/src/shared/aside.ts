import type { ProviderOptions } from '@lamella/core'
import { type Ledger, lose } from './ledger.ts'
import { type AssistantTurn, isForProvider } from './turns.ts'

/**
 * Notes what tool messages hold beside results: a person's word for a tool that the provider runs has no place, and
 * neither have options of a whole message, since each result is written by itself. `read` notes the options.
 */
export function loseAside(ledger: Ledger, { aside }: AssistantTurn, read: (options: ProviderOptions) => void): void {
  for (const { index, message } of aside) {
    ledger.index = index
    ledger.part = -1
    if (message.providerOptions !== undefined) read(message.providerOptions)
    for (const [part, value] of message.content.entries()) {
      if (!isForProvider(value)) continue
      ledger.part = part
      lose(ledger, 'provider-executed', 'The format has no place for an approval of a tool that the provider runs.')
    }
    ledger.part = -1
  }
}
