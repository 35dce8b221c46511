import { checkOptions, mustBeObject } from '@lamella/core/plugin'

/** Width and height of an image in pixels. */
export interface Pixels {
  readonly width: number
  readonly height: number
}

/**
 * Returns a usable size; `undefined` for one that is unknown or invalid.
 *
 * @throws LamellaError `OPTION_INVALID` if it is not an object, with the name of the function that was called
 */
export function pixelsOf(
  what: string,
  image: Readonly<Partial<Record<keyof Pixels, number | undefined>>>,
): Pixels | undefined {
  const { width, height } = checkOptions(what, { image }, { image: mustBeObject }, ['image']).image
  return isLength(width) && isLength(height) ? { width, height } : undefined
}

function isLength(value: number | undefined): value is number {
  return Number.isFinite(value) && (value as number) >= 1
}

/**
 * Returns the size with its longer side at most `most`, keeping the aspect ratio, in whole pixels. Smaller sizes stay
 * unchanged.
 */
export function fitWithin(pixels: Pixels, most: number): Pixels {
  const factor = most / Math.max(pixels.width, pixels.height)
  if (factor >= 1) return pixels
  return { width: scaled(pixels.width, factor), height: scaled(pixels.height, factor) }
}

/** Returns the number of squares that cover the image; those at its edges may extend beyond it. */
export function squaresOf({ width, height }: Pixels, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side)
}

function scaled(length: number, factor: number): number {
  return Math.max(1, Math.round(length * factor))
}
