import * as fc from 'fast-check'

/** Surrogates, which are no characters of their own. */
const [firstSurrogate, surrogates] = [0xd800, 0x800]

/**
 * Any code point but a surrogate, as the unit of `fc.string`. It is fast-check's own unit `'binary'`, with the same values for the
 * same seed, but without its table of all code points, which takes a second and a hundred megabytes in each process.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat(0x10ffff - surrogates).map(textOf, numberOf)

function textOf(number: number): string {
  return String.fromCodePoint(number < firstSurrogate ? number : number + surrogates)
}

/** fast-check calls it with any value, and takes an error for "not one of these". */
function numberOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (point === undefined || text !== String.fromCodePoint(point) || isSurrogate(point))
    throw new Error('No code point.')
  return point < firstSurrogate ? point : point - surrogates
}

function isSurrogate(point: number): boolean {
  return point >= firstSurrogate && point < firstSurrogate + surrogates
}
