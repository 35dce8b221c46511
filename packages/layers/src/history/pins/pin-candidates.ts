import type { Message } from '@lamella/core'
import { errorsOf, type MakeError, type PlacedMessage, storePlaces, summaryRange } from '@lamella/core/plugin'
import type { PinOptions, PinRequest } from './pin-options.ts'
import { shownPlaces } from './shown-places.ts'

/** The details of each error about pins. */
export interface PinErrorDetails {
  /** A function of the history's option `pin` returned something else than it must. */
  PIN_INVALID: { readonly option: 'choose' | 'positions'; readonly problem: string }
}

const pinError: MakeError<PinErrorDetails> = errorsOf<PinErrorDetails>()

/** Which messages are to be pinned, as far as a session shows them. */
export interface PinCandidates {
  /** Positions as the session shows its messages, newest first, each once. */
  readonly shown: readonly number[]
  /** Positions in the store that a summary replaces. */
  readonly summarized: readonly number[]
  /** Positions after the end of the session. */
  readonly missing: readonly number[]
}

/**
 * Asks both functions which messages are pinned. Summaries are pinned anyway.
 *
 * @throws LamellaError `PIN_INVALID`
 */
export async function pinCandidates(
  pin: PinOptions,
  known: readonly PlacedMessage[],
  request: PinRequest,
): Promise<PinCandidates> {
  const { session } = request
  const [toStore, toShown] = [storePlaces(session), shownPlaces(session)]
  const shown = new Set<number>()
  const summarized: number[] = []
  const missing: number[] = []
  for (const stored of new Set(await positionsOf(pin, request))) {
    const position = toShown(stored)
    if (position === undefined) summarized.push(stored)
    else if (position >= session.length) missing.push(stored)
    else shown.add(position)
  }
  for (const { position, message } of known) {
    if (summaryRange(message) === undefined && isChosen(pin, message, toStore(position))) shown.add(position)
  }
  return { shown: [...shown].sort((a, b) => b - a), summarized, missing }
}

async function positionsOf({ positions }: PinOptions, request: PinRequest): Promise<readonly number[]> {
  const given: unknown = positions === undefined ? [] : await positions(request)
  const isList = Array.isArray(given)
  const wrong = isList ? given.find((one: unknown) => !(Number.isSafeInteger(one) && (one as number) >= 0)) : undefined
  if (isList && wrong === undefined && !given.includes(undefined)) return given
  throw invalid('positions', isList ? `${String(wrong)} among the positions` : `${kindOf(given)}, not a list`)
}

function isChosen({ choose }: PinOptions, message: Message, position: number): boolean {
  if (choose === undefined) return false
  const chosen: unknown = choose(message, position)
  if (typeof chosen === 'boolean') return chosen
  throw invalid('choose', `${kindOf(chosen)} for message ${position}`)
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return value instanceof Promise ? 'a promise' : `a value of type ${typeof value}`
}

function invalid(option: 'choose' | 'positions', problem: string) {
  const must = option === 'choose' ? 'true or false' : 'positions: whole numbers, 0 or more'
  return pinError('PIN_INVALID', `history: 'pin.${option}' returned ${problem}.`, `Return ${must}.`, {
    option,
    problem,
  })
}
