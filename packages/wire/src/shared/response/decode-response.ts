import type { Message, ToolCallPart } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { wireError } from '../errors.ts'
import { isRecord, type UnknownRecord } from '../guards.ts'
import type { ReadResponse, ResponseFormat } from './accumulator.ts'
import { errorIn } from './events.ts'
import { createMends, type Mends } from './mends.ts'
import { type ChoiceOption, checksFor, type ResponseOptions } from './options.ts'
import { renamed, renamedTorn } from './own-names.ts'
import { providerError, responseError, withPartial } from './problem.ts'
import type { DecodedResponse, PartialResponse } from './response.ts'
import { refusalOf } from './usable-parts.ts'

/** Decodes the body of a whole response. */
export function decodeResponseWith(
  format: ResponseFormat,
  what: string,
  body: unknown,
  options: ResponseOptions & ChoiceOption,
): DecodedResponse {
  const checked = checkOptions(what, options, checksFor('response', format.hasChoices))
  const { title } = format
  if (!isRecord(body)) throw responseError(title, 'malformed', `The body of the response is not an object`)
  const error = errorIn(body)
  if (error !== undefined) throw providerError(title, error)
  return finishResponse(format, body, checked, createMends())
}

/** Reads a complete body; lets the calibration learn. */
export function finishResponse(
  format: ResponseFormat,
  body: UnknownRecord,
  options: ResponseOptions & ChoiceOption,
  mends: Mends,
): DecodedResponse {
  const { choice = 0, calibrate } = options
  const read = readBody(format, body, choice, mends)
  const messages = renamed(read.messages, options)
  const { usage, rawFinishReason, torn = [], diagnosis = {}, error } = read
  if (error !== undefined)
    throw withPartial(providerError(format.title, error), { messages, usage, torn: renamedTorn(torn, options) })
  if (torn.length > 0) throw tornError(format.title, { messages, usage, torn: renamedTorn(torn, options) })
  const calls = callsOf(messages)
  for (const { toolCallId, toolName, input } of calls) {
    if (!hasLongInteger(input)) continue
    const what = `An integer of ${toolName} has more digits than a number keeps. Let the tool take it as text.`
    mends.add('arguments', `calls.${toolCallId}`, what)
  }
  const finishReason = read.finishReason === 'stop' && calls.length > 0 ? 'tool-calls' : read.finishReason
  if (calibrate !== undefined && usage !== undefined && !messages.some(hasProviderRun)) {
    const { calibration, model, estimated } = calibrate
    calibration.observe({ model, estimated, actual: usage.inputTokens })
  }
  const mended = mends.rows.length > 0 ? { mended: mends.rows } : {}
  const said = Object.keys(diagnosis).length > 0 ? { diagnosis } : {}
  return { messages, calls, finishReason, rawFinishReason, usage, body, ...mended, ...said }
}

/** A call without a name is not a call, and without it the response is not whole. */
function tornError(title: string, partial: PartialResponse): unknown {
  const details = { path: 'calls', problem: 'must have a name' }
  const cause = wireError('WIRE_DECODE', 'A call has no name.', 'Check what the server sends.', details)
  const error = responseError(title, 'malformed', 'The response has a call without a name', { cause })
  return withPartial(error, partial)
}

/** Reads a body. What its format refuses is an error of the response. */
export function readBody(format: ResponseFormat, body: UnknownRecord, choice: number, mends: Mends): ReadResponse {
  try {
    return format.read(body, choice, mends)
  } catch (cause) {
    const refusal = refusalOf(cause)
    if (refusal === undefined) throw cause
    const { path, problem } = refusal
    throw responseError(format.title, 'malformed', `The response is not decodable: ${path} ${problem}`, { cause })
  }
}

function callsOf(messages: readonly Message[]): ToolCallPart[] {
  return messages.flatMap((message) =>
    message.role === 'assistant' && typeof message.content !== 'string'
      ? message.content.filter((part) => part.type === 'tool-call').filter((call) => call.providerExecuted !== true)
      : [],
  )
}

/** Whether arguments have an integer of which JavaScript keeps only the first digits. */
function hasLongInteger(input: unknown): boolean {
  const values = [input]
  for (const value of values) {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return true
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) values.push(inner)
  }
  return false
}

function hasProviderRun({ content }: Message): boolean {
  return (
    typeof content !== 'string' &&
    content.some(
      (part) => part.type === 'tool-result' || ('providerExecuted' in part && part.providerExecuted === true),
    )
  )
}
