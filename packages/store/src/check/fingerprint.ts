import { type FragmentContent, LamellaError, type Message, type Part } from '@lamella/core'
import { contentKey, messageFix, plainValue } from '@lamella/core/plugin'

/**
 * Returns a message as it is sent, as text: its role, content and provider options. Ids of a store do not count, nor
 * whether bytes have become base64 text in it.
 *
 * @throws LamellaError `MESSAGE_INVALID` for values that JSON cannot represent, such as a bigint.
 */
export function sentText(message: Message): string {
  const { role, content, providerOptions = null } = mayHoldBytes(message) ? plainValue(message) : message
  try {
    return JSON.stringify([role, content, providerOptions])
  } catch {
    const [path, problem] = [`A message of ${role}`, 'has a value that JSON cannot represent']
    throw new LamellaError({
      code: 'MESSAGE_INVALID',
      what: `${path} ${problem}.`,
      fix: messageFix,
      details: { path, problem },
    })
  }
}

/** Returns a short text for the content of a fragment. */
export function contentFingerprint(content: FragmentContent): string {
  return contentKey(typeof content === 'string' ? content : content.map(sentText).join(' '))
}

function mayHoldBytes({ content }: Message): boolean {
  if (typeof content === 'string') return false
  return (content as readonly Part[]).some(
    (part) =>
      part.type === 'image' || part.type === 'file' || (part.type === 'tool-result' && part.output?.type === 'content'),
  )
}
