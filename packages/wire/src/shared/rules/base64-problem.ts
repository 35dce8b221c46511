import { normalBase64 } from '../base64.ts'
import type { ViolationLevel } from '../violation.ts'

/** What is wrong with base64: it stands for no bytes, or it is written in a way that only some decoders read. */
export function base64Problem(text: string): { readonly level: ViolationLevel; readonly problem: string } | undefined {
  const normal = normalBase64(text)
  if (normal === undefined) return { level: 'error', problem: 'is not base64' }
  if (normal !== text) return { level: 'server', problem: 'is not standard base64: padded, in one line' }
  return undefined
}
