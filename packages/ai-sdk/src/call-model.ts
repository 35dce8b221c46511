import type { HostRequest } from '@lamella/host'
import { answerStream, type Ended, isFailure } from './answer-stream.ts'
import type { HostCall, HostStream, Wrapped } from './contract/host.ts'
import { peekStream } from './peek-stream.ts'

type Model = Wrapped['model']
type Generated = Awaited<ReturnType<Model['doGenerate']>>
type Streamed = Awaited<ReturnType<Model['doStream']>>

/** A request of a call, and how it is sent and ends. */
export interface ModelCall {
  readonly request: HostRequest
  readonly signal: AbortSignal | undefined
  sentOf(request: HostRequest): HostCall
  endedOf(request: HostRequest): Ended
}

/** What a model has returned, and the error that is all it says, if it has failed before it said anything. */
interface Returned<Result> {
  readonly result: Result
  readonly failure?: { readonly error: unknown }
}

/** A call that the provider has accepted, or whose error is the caller's. */
interface Called<Result> {
  readonly result: Result
  readonly ended: Ended
  readonly tellSent: HostRequest['sent']
}

/** Calls a model, and tells once how its answer ended. */
export async function generateWith(model: Model, call: ModelCall): Promise<Generated> {
  const { result, ended, tellSent } = await callModel(call, async (sent) => ({ result: await model.doGenerate(sent) }))
  tellSent(result.request?.body)
  return ended(result.content, result, isFailure(result))
}

/** Calls a model for a stream, and tells once how the stream ended. */
export async function streamWith(model: Model, call: ModelCall): Promise<Streamed> {
  const send = async (sent: HostCall): Promise<Returned<Streamed>> => {
    const { stream, ...rest } = await model.doStream(sent)
    const peeked = await peekStream(stream as HostStream)
    return { result: { ...rest, stream: peeked.stream }, ...(peeked.failure && { failure: peeked.failure }) }
  }
  const { result, ended, tellSent } = await callModel(call, send)
  const { stream, ...rest } = result
  tellSent(rest.request?.body)
  return { ...rest, stream: answerStream(stream, ended) }
}

/** Calls a model; once more with less, if the provider says that the request is too long. */
async function callModel<Result extends object>(
  call: ModelCall,
  send: (sent: HostCall) => Promise<Returned<Result>>,
): Promise<Called<Result>> {
  const { request, signal, sentOf, endedOf } = call
  const ended = endedOf(request)
  const shorterAfter = async (error: unknown): Promise<HostRequest | undefined> =>
    signal?.aborted ? undefined : request.refused(error)
  let returned: Returned<Result>
  try {
    returned = await send(sentOf(request))
  } catch (error) {
    // The error of a call that was aborted must not be hidden by one of the store.
    if (signal?.aborted) await ended([], {}).catch(() => {})
    const shorter = await shorterAfter(error)
    if (shorter === undefined) throw error
    return callModel({ ...call, request: shorter }, send)
  }
  const { result, failure } = returned
  const shorter = failure && (await shorterAfter(failure.error))
  if (shorter === undefined) return { result, ended, tellSent: request.sent }
  if ('stream' in result) await (result.stream as HostStream).cancel().catch(() => {})
  return callModel({ ...call, request: shorter }, send)
}
