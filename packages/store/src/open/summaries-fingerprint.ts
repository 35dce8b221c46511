import type { Session } from '@lamella/core'
import { contentFingerprint } from '../check/fingerprint.ts'

/**
 * Returns a fingerprint of a session's summaries. When it changes, positions in the session have moved, and the run
 * cannot be extended. '' if there are none.
 */
export function summariesFingerprint(summaries: Session['summaries'] = []): string {
  return summaries.map(({ position, message }) => `${position} ${contentFingerprint([message])}`).join(' ')
}
