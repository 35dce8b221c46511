import type { Message, UserMessage } from '../contract/message.ts'
import type { BuildRequest } from '../contract/request.ts'
import type { Notice } from '../contract/sources.ts'
import { LamellaError } from '../errors.ts'
import { contentFingerprint } from '../messages/fingerprint.ts'
import { updateMark } from '../messages/update-mark.ts'

/**
 * Returns the notices about a request as a whole: those of its caller, and one for a message that is sent twice.
 *
 * @throws LamellaError `REQUEST_INVALID`
 */
export function requestNotices(
  { notices = [] }: Pick<BuildRequest, 'notices'>,
  message: UserMessage | undefined,
  sent: readonly Message[],
): readonly Notice[] {
  if (!Array.isArray(notices) || notices.some((one) => typeof one?.code !== 'string' || typeof one.what !== 'string')) {
    throw new LamellaError({
      code: 'REQUEST_INVALID',
      what: 'notices is not a list of notices.',
      fix: 'A notice is { code, what, fix?, from?, details? }.',
      details: { key: 'notices' },
    })
  }
  return message !== undefined && isSentTwice(message, sent) ? [...notices, sentTwice] : notices
}

/** Whether the message before the new one says the same, updates aside. */
function isSentTwice(message: UserMessage, sent: readonly Message[]): boolean {
  const own = contentFingerprint([message])
  const isOwn = (one: Message): boolean => one.role === 'user' && contentFingerprint([one]) === own
  const last = sent.findLastIndex(isOwn)
  const before = sent.slice(0, Math.max(0, last)).findLast((one) => updateMark(one) === undefined)
  return before !== undefined && isOwn(before)
}

const sentTwice: Notice = {
  code: 'MESSAGE_TWICE',
  what: 'The session already ends with the new message, which is sent twice.',
  fix: 'Pass the message, or append it to the session, not both.',
}
