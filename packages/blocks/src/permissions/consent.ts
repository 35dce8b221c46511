import type { JsonValue } from '@lamella/core'
import { type Circumstances, decide } from './decide.ts'
import { type Attempt, consentNeeded, consentRefused, forbidden } from './refusal.ts'

/** A request for consent to an operation. */
export interface ConsentRequest extends Attempt {
  /** Who must consent. */
  readonly from: 'partner' | 'human'
  /** The agent that made the call. */
  readonly agent?: string | undefined
  /** The arguments: after consent, exactly this operation runs. */
  readonly args: readonly (JsonValue | undefined)[]
}

/** Requests consent from the partner or a human. Only `true` is consent. */
export type Consent = (request: ConsentRequest) => boolean | Promise<boolean>

/** Returns who must consent; `undefined` if consent is not needed. @throws LamellaError `BLOCK_FORBIDDEN` */
function consentFor(attempt: Attempt, circumstances: Circumstances): ConsentRequest['from'] | undefined {
  const decision = decide(attempt.permission, attempt.access, circumstances)
  if (decision === 'deny') throw forbidden(attempt, circumstances.readOnly === true)
  return decision === 'allow' ? undefined : decision.consent
}

/** @throws LamellaError `BLOCK_FORBIDDEN`, `BLOCK_CONSENT_NEEDED` */
export function mustBeAllowed(attempt: Attempt, circumstances: Circumstances): void {
  const from = consentFor(attempt, circumstances)
  if (from !== undefined) throw consentNeeded(attempt, from)
}

/**
 * Requests consent if the attempt needs it.
 *
 * @throws LamellaError `BLOCK_FORBIDDEN`, also if consent is refused or `consent` throws; `BLOCK_CONSENT_NEEDED` without `consent`
 */
export async function askIfNeeded(
  attempt: Attempt & Pick<ConsentRequest, 'agent' | 'args'>,
  circumstances: Circumstances,
  consent: Consent | undefined,
): Promise<void> {
  const from = consentFor(attempt, circumstances)
  if (from === undefined) return
  if (consent === undefined) throw consentNeeded(attempt, from)
  let answer: boolean
  try {
    answer = await consent({ ...attempt, from })
  } catch (cause) {
    throw consentRefused(attempt, from, cause)
  }
  if (answer !== true) throw consentRefused(attempt, from)
}
