import type { JsonValue } from '@lamella/core'
import { type Circumstances, decide } from './decide.ts'
import { type Attempt, consentNeeded, consentRefused, forbidden } from './refusal.ts'

/** What somebody is asked to consent to. */
export interface ConsentRequest extends Attempt {
  /** Who is to be asked. */
  readonly from: 'partner' | 'human'
  /** The agent that wants it. */
  readonly agent?: string | undefined
  /** What the operation was called with: exactly this is done, if there is consent. */
  readonly args: readonly (JsonValue | undefined)[]
}

/** Asks somebody. Only `true` is consent. */
export type Consent = (request: ConsentRequest) => boolean | Promise<boolean>

/**
 * Refuses what may not be done, or not without asking.
 *
 * @throws LamellaError `BLOCK_FORBIDDEN`, `BLOCK_CONSENT_NEEDED`
 */
export function mustBeAllowed(attempt: Attempt, circumstances: Circumstances): void {
  const decision = decide(attempt.permission, attempt.access, circumstances)
  if (decision === 'allow') return
  if (decision === 'deny') throw forbidden(attempt, circumstances.readOnly === true)
  throw consentNeeded(attempt, decision.consent)
}

/**
 * Refuses what may not be done, and asks where somebody has to be asked.
 *
 * @throws LamellaError `BLOCK_FORBIDDEN` also for a refusal and for a `consent` that throws; `BLOCK_CONSENT_NEEDED` where there
 * is no `consent` to ask with
 */
export async function askIfNeeded(
  attempt: Attempt & Pick<ConsentRequest, 'agent' | 'args'>,
  circumstances: Circumstances,
  consent: Consent | undefined,
): Promise<void> {
  const decision = decide(attempt.permission, attempt.access, circumstances)
  if (decision === 'allow') return
  if (decision === 'deny') throw forbidden(attempt, circumstances.readOnly === true)
  const from = decision.consent
  if (consent === undefined) throw consentNeeded(attempt, from)
  let answer: boolean
  try {
    answer = await consent({ ...attempt, from })
  } catch (cause) {
    throw consentRefused(attempt, from, cause)
  }
  if (answer !== true) throw consentRefused(attempt, from)
}
