import type { FragmentContent } from '../contract/fragment.ts'
import type { Message, Part } from '../contract/message.ts'
import { contentKey } from '../text/content-key.ts'
import { messageInvalid } from './check-messages.ts'
import { plainMessage } from './plain-message.ts'

/**
 * Returns a message as it is sent, as text: its role, content and provider options. Ids of a store do not count, nor
 * whether bytes have become base64 text in it.
 *
 * @throws LamellaError `MESSAGE_INVALID` for values that JSON cannot represent, such as a bigint.
 */
export function sentText(message: Message): string {
  const { role, content, providerOptions = null } = mayHoldBytes(message) ? plainMessage(message) : message
  try {
    return JSON.stringify([role, content, providerOptions])
  } catch {
    const problem = 'has a value that JSON cannot represent'
    throw messageInvalid(`A message of ${role}`, { path: '', problem }, [message])
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
