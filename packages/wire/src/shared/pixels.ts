/** Width and height of an image in pixels. */
export interface Pixels {
  readonly width: number
  readonly height: number
}

/** A size that can be reckoned with; `undefined` for one that is not known, or is none. */
export function pixelsOf(width: number | undefined, height: number | undefined): Pixels | undefined {
  return isLength(width) && isLength(height) ? { width, height } : undefined
}

function isLength(value: number | undefined): value is number {
  return Number.isFinite(value) && (value as number) >= 1
}

/** The size with its longer side at most `most`, the aspect kept, in whole pixels. Smaller ones stay as they are. */
export function fitWithin(pixels: Pixels, most: number): Pixels {
  const factor = most / Math.max(pixels.width, pixels.height)
  if (factor >= 1) return pixels
  return { width: scaled(pixels.width, factor), height: scaled(pixels.height, factor) }
}

/** Squares of a side that cover the image; those at its edges may stand over. */
export function squaresOf({ width, height }: Pixels, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side)
}

function scaled(length: number, factor: number): number {
  return Math.max(1, Math.round(length * factor))
}
