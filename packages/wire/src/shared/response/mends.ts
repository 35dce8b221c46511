/**
 * What a reader mended in a response.
 *
 * - `call-id`: a call has no id, or that of another one, so it gets one: the same on each decoding, and different from the others
 *   of the response.
 * - `arguments`: the arguments of a call have another form, such as an object where the format has JSON text; or an integer whose
 *   last digits are lost, since JavaScript has only numbers of 53 bits.
 * - `signature`: thinking has no signature. It is kept as unsigned reasoning.
 * - `form`: a value has another form than the format describes, but the same meaning.
 * - `left-out`: a part is not usable. It is only in `body`.
 * - `event`: an event of the stream is out of place or not readable.
 * - `end`: the server says that the stream is over, but not why.
 */
export type MendCode = 'call-id' | 'arguments' | 'signature' | 'form' | 'left-out' | 'event' | 'end'

/** One thing that a reader mended. */
export interface ResponseMend {
  readonly code: MendCode
  /** The place in the body, or the number of the event. */
  readonly path: string
  /** What was wrong and how it was read, as a sentence. */
  readonly what: string
}

/** Collects what a reader mends. */
export interface Mends {
  readonly rows: readonly ResponseMend[]
  add(code: MendCode, path: string, what: string): void
}

const mostRows = 100

export function createMends(): Mends {
  const rows: ResponseMend[] = []
  return {
    rows,
    add(code, path, what) {
      const isKnown = rows.some((row) => row.code === code && row.path === path)
      if (!isKnown && rows.length < mostRows) rows.push({ code, path, what })
    },
  }
}
