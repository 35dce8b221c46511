import { imageSize } from './image-size.ts'

/** Returns why an image is too large for a provider: a side is longer than the most pixels that it accepts. */
export function tooWide(base64: string, most: number): string | undefined {
  const { width = 0, height = 0 } = imageSize(base64) ?? {}
  if (Math.max(width, height) <= most) return undefined
  return `it has ${width} x ${height} pixels, and ${most} are the most on a side here`
}
