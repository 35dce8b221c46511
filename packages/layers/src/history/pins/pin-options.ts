import type { Message, Scope, Session, Size } from '@lamella/core'
import { type Check, checkOptions, mustBeFunction, mustBeObject, parseSize } from '@lamella/core/plugin'
import { checkNested } from '../../shared/check-nested.ts'

/** What `positions` of pins gets. */
export interface PinRequest {
  readonly scope: Scope
  readonly session: Session
  readonly signal: AbortSignal
}

/**
 * Which messages of the session are pinned: never shortened, never dropped. `choose`, `positions`, or both. Positions are those
 * in the store, which summaries do not move; of a session without a store, those of its array.
 *
 * @example
 * history({ pin: { choose: (message) => message.providerOptions?.acme?.pinned === true } })
 * @example
 * history({ pin: { positions: ({ scope }) => pins.of(scope), max: 4_000 } })
 */
export interface PinOptions {
  /**
   * Whether a message is pinned. Called for messages that the history reads anyway: the newest ones and, in a run, those that
   * were sent before. It must depend on its arguments alone.
   */
  readonly choose?: (message: Message, position: number) => boolean
  /** Positions of pinned messages, in any order, however far back. */
  readonly positions?: (request: PinRequest) => PromiseLike<readonly number[]> | readonly number[]
  /**
   * The most tokens that pins may take, with what they bring with them: tokens, or a share of what the history can get at most
   * (the window without the reserve and the tools). The newest win; the others give way like any message, with the notice
   * `PINS_OVER_LIMIT`. Default `'25%'`.
   */
  readonly max?: Size
}

/**
 * Checks the option `pin` of the history.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkPin(pin: PinOptions | undefined): PinOptions | undefined {
  if (pin === undefined) return undefined
  checkNested('history', 'pin', pin, { choose: mustBeFunction, positions: mustBeFunction, max: mustBeSize })
  checkOptions('history', { pin }, { pin: mustChoose })
  // Not what the caller changes later.
  return { ...pin }
}

const mustBeSize: Check = (value) =>
  parseSize(value as Size, 1) === undefined ? "must be a whole number of tokens, or a share such as '25%'" : undefined

const mustChoose: Check = (value) => {
  const { choose, positions } = value as PinOptions
  return (choose ?? positions) ? mustBeObject(value) : 'must have choose, positions, or both'
}
