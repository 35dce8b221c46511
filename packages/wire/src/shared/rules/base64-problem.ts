import { normalBase64 } from '../base64.ts'
import type { ViolationLevel } from '../violation.ts'

/** Returns the problem with base64: it does not decode to bytes, or only some decoders accept its form. */
export function base64Problem(text: string): { readonly level: ViolationLevel; readonly problem: string } | undefined {
  const normal = normalBase64(text)
  if (normal === undefined) return { level: 'error', problem: 'is not base64' }
  if (normal !== text) return { level: 'server', problem: 'is not standard base64: padded, in one line' }
  return undefined
}
