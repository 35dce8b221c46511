import { checkOptions } from '@lamella/core/plugin'
import type { ResponseFormat } from './accumulator.ts'
import { type ChoiceOption, checksFor, type StreamOptions } from './options.ts'
import type { StreamSource } from './pieces.ts'
import { responseError } from './problem.ts'
import { readStream, type StreamRun } from './read-stream.ts'
import type { DecodedResponse, StreamDelta } from './response.ts'

/** A response while it arrives. Iterate over it once for its deltas, call `response()` for the whole, or do both. */
export interface DecodedStream extends AsyncIterable<StreamDelta> {
  /**
   * Reads the rest of the stream and returns the whole response; every call returns the same.
   *
   * @throws LamellaError `WIRE_RESPONSE`, with what came before in `details.partial`.
   */
  response(): Promise<DecodedResponse>
}

/** Decodes a streamed response. Nothing is read before the first delta, or the whole, is asked for. */
export function decodeStreamWith(
  format: ResponseFormat,
  what: string,
  source: StreamSource,
  options: StreamOptions & ChoiceOption,
): DecodedStream {
  const run: StreamRun = { outcome: undefined }
  const deltas = readStream(format, source, checkOptions(what, options, checksFor('stream', format.hasChoices)), run)
  return {
    [Symbol.asyncIterator]: () => deltas,
    async response() {
      if (run.outcome === undefined) for await (const _ of deltas);
      const { outcome } = run
      if (outcome?.response === undefined)
        throw outcome?.error ?? responseError(format.title, 'aborted', 'The iteration ended before anything was read')
      return outcome.response
    },
  }
}
