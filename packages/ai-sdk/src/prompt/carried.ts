import type { JsonValue, Message, ProviderOptions, TextPart, ToolOutput } from '@lamella/core'
import { plainValue } from '@lamella/core/plugin'
import type { HostMessage, HostPart } from '../contract/host.ts'

/** What can have provider options. */
type Holder = { readonly providerOptions?: ProviderOptions | undefined }

/** The key of the provider options that hold a part for which the canonical message has no form. */
export const own = 'lamella:ai-sdk'

/**
 * Returns a text that stands for a part that only the AI SDK knows: content of one provider, a file by reference. The part
 * goes into the session with it and comes out unchanged.
 */
export function carried(part: { readonly type: string }): TextPart {
  return {
    type: 'text',
    text: textOf(part),
    providerOptions: { [own]: { part: plainValue(part) as JsonValue } },
  }
}

function textOf({ type }: { readonly type: string }): string {
  return `[${type}]`
}

/** Returns what a host gave without such a part: only `carried` makes one, and a client could hide anything in it. */
export function withoutCarried<Held extends Holder>(given: Held): Held {
  if (given.providerOptions?.[own] === undefined) return given
  const { providerOptions, ...rest } = given
  const { [own]: _, ...others } = providerOptions
  return (Object.keys(others).length > 0 ? { ...rest, providerOptions: others } : rest) as Held
}

/** Returns messages with the parts that texts stand for: canonical messages become `ModelMessage`s. */
export function withCarried<Kind extends Message | HostMessage>(messages: readonly Kind[]): readonly Kind[] {
  return messages.map((message) => {
    const { content } = message
    return typeof content === 'string' ? message : { ...message, content: content.map((part) => original(part)) }
  })
}

function original(given: object): unknown {
  const part = given as HostPart
  const { type, providerOptions, output } = part
  if (type === 'text' || type === 'custom') {
    const held = providerOptions?.[own]?.['part'] as HostPart | undefined
    return held && (type === 'custom' || part['text'] === textOf(held)) ? held : part
  }
  const { type: form, value } = (output ?? {}) as ToolOutput & { readonly value: readonly object[] }
  return form === 'content' ? { ...part, output: { ...(output as object), value: value.map(original) } } : part
}
