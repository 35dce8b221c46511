import type { LayerRequest, Origin, TextSource } from '@lamella/core'
import { type Check, mustHaveMethod, type SourceText } from '@lamella/core/plugin'

/** A string, or a source with a method `read`. */
export const mustBeTextOrSource: Check = (value) =>
  typeof value === 'string' || mustHaveMethod('read')(value) === undefined
    ? undefined
    : 'must be a string or a source with a method read'

/** Reads a text passed directly or by a source; returns `undefined` if there is none. */
export async function readText(
  source: TextSource | string | undefined,
  { scope, signal }: LayerRequest,
): Promise<SourceText | undefined> {
  return typeof source === 'string' ? { text: source } : source?.read(scope, { signal })
}

/** Who wrote a text, and where it was read, if known. */
export function originOf(by: Origin['by'], from: string | undefined): Origin {
  return from === undefined ? { by } : { by, from }
}
