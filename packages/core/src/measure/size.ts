import type { Size } from '../contract/layer.ts'

/**
 * Resolves a size to tokens: the number itself, or its share of the window, rounded down. `undefined` when it is
 * neither.
 *
 * @example
 * parseSize('25%', 8000) // 2000
 */
export function parseSize(size: Size, window: number): number | undefined {
  if (typeof size === 'number') return Number.isSafeInteger(size) && size >= 0 ? size : undefined
  const match = typeof size === 'string' ? /^(\d{1,3}(?:\.\d+)?)%$/.exec(size) : null
  const share = match ? Number(match[1]) : Number.NaN
  return share <= 100 ? Math.floor((window * share) / 100) : undefined
}
