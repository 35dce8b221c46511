import type { Message, ToolCallPart } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { isRecord, type UnknownRecord } from '../guards.ts'
import type { ReadResponse, ResponseFormat } from './accumulator.ts'
import { type ChoiceOption, checksFor, type ResponseOptions } from './options.ts'
import { providerError, responseError } from './problem.ts'
import type { DecodedResponse } from './response.ts'

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
  if (isRecord(body['error']) || typeof body['error'] === 'string') throw providerError(title, body['error'])
  return finishResponse(format, body, checked)
}

/** Reads a complete body; lets the calibration learn. */
export function finishResponse(
  format: ResponseFormat,
  body: UnknownRecord,
  { choice = 0, toolNames, calibrate }: ResponseOptions & ChoiceOption,
): DecodedResponse {
  const read = readBody(format, body, choice)
  const messages = toolNames === undefined ? read.messages : read.messages.map((message) => renamed(message, toolNames))
  const calls = callsOf(messages)
  const { usage, rawFinishReason } = read
  const finishReason = read.finishReason === 'stop' && calls.length > 0 ? 'tool-calls' : read.finishReason
  if (calibrate !== undefined && usage !== undefined && !messages.some(hasProviderRun)) {
    const { calibration, model, estimated } = calibrate
    calibration.observe({ model, estimated, actual: usage.inputTokens })
  }
  return { messages, calls, finishReason, rawFinishReason, usage, body }
}

/** Reads a body. What its format refuses is an error of the response. */
export function readBody(format: ResponseFormat, body: UnknownRecord, choice: number): ReadResponse {
  try {
    return format.read(body, choice)
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'WIRE_DECODE') throw cause
    const { problem, path } = (cause as unknown as { details: { problem: string; path: string } }).details
    throw responseError(format.title, 'malformed', `The response is not decodable: ${path} ${problem}`, { cause })
  }
}

/** Returns a message with the tools' own names. Decoded messages are new, their parts are copied. */
export function renamed(message: Message, names: ReadonlyMap<string, string>): Message {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const content = message.content.map((part) => {
    const own = part.type === 'tool-call' && part.providerExecuted !== true ? names.get(part.toolName) : undefined
    return own === undefined ? part : ({ ...part, toolName: own } as ToolCallPart)
  })
  return { ...message, content }
}

function callsOf(messages: readonly Message[]): ToolCallPart[] {
  return messages.flatMap((message) =>
    message.role === 'assistant' && typeof message.content !== 'string'
      ? message.content.filter((part) => part.type === 'tool-call').filter((call) => call.providerExecuted !== true)
      : [],
  )
}

function hasProviderRun({ content }: Message): boolean {
  return (
    typeof content !== 'string' &&
    content.some(
      (part) => part.type === 'tool-result' || ('providerExecuted' in part && part.providerExecuted === true),
    )
  )
}
