import { sniffImage } from '../shared/base64.ts'
import type { ViolationLevel } from '../shared/violation.ts'
import { imageTypes } from './limits.ts'

/** What is wrong with the address of an image: neither a web address nor a data URL of an image; or a wrong label. */
export function imageProblem(url: string): { readonly level: ViolationLevel; readonly problem: string } | undefined {
  if (/^https?:/i.test(url)) return undefined
  const head = /^data:([^;,]*)[^,]*;base64,/i.exec(url)
  if (head === null) return { level: 'error', problem: 'is neither a web address nor a base64 data URL' }
  if (sniffImage(url.slice(head[0].length, head[0].length + 24)) === undefined) {
    return { level: 'error', problem: 'holds neither png, jpeg, gif nor webp' }
  }
  return imageTypes.includes(head[1] ?? '') ? undefined : { level: 'strict', problem: `is labelled ${head[1]}` }
}
