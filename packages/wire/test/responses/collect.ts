import { isLamellaError, type LamellaError } from '@lamella/core'
import type { DecodedStream, PartialResponse, ResponseProblem, StreamDelta } from '@lamella/wire/openai-chat'

/** Returns all deltas of a stream. */
export async function deltasOf(stream: DecodedStream): Promise<StreamDelta[]> {
  const deltas: StreamDelta[] = []
  for await (const delta of stream) deltas.push(delta)
  return deltas
}

export interface Problem {
  readonly what: string
  readonly reason: ResponseProblem
  readonly partial: PartialResponse | undefined
  readonly error: unknown
  readonly status: number | undefined
  readonly cause: unknown
}

/** Returns the error of a response. */
export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work
  } catch (error) {
    if (!isLamellaError(error, 'WIRE_RESPONSE')) throw error
    const { what, details, cause } = error as LamellaError
    return { ...(details as Omit<Problem, 'what' | 'cause'>), what, cause }
  }
  throw new Error('There was no error.')
}

/** Returns the same for work that is not asynchronous. */
export function problemIn(work: () => unknown): Promise<Problem> {
  return problemOf(new Promise((resolve) => resolve(work())))
}
