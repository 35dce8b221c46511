import type { JsonValue } from '@lamella/core'
import { type Circumstances, decide } from './decide.ts'
import { type Attempt, consentNeeded, consentRefused, forbidden } from './refusal.ts'

/** What somebody is asked to consent to. */
export interface ConsentRequest extends Attempt {
  /** Whom to ask. */
  readonly from: 'partner' | 'human'
  /** The agent that wants it. */
  readonly agent?: string | undefined
  /** The arguments: with consent, exactly this is done. */
  readonly args: readonly (JsonValue | undefined)[]
}

/** Asks somebody. Only `true` is consent. */
export type Consent = (request: ConsentRequest) => boolean | Promise<boolean>

/** Who must consent; `undefined` for nobody. @throws LamellaError `BLOCK_FORBIDDEN` */
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
 * Asks for consent if it is needed.
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
