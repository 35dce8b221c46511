import { base64Problem, sniffImage } from '../shared/base64.ts'
import { dataUrlHead } from '../shared/data-url.ts'
import type { ViolationLevel } from '../shared/violation.ts'
import { imageTypes } from './limits.ts'

/** Returns the problem with an image's URL: neither a web address nor a data URL of an image, or a wrong label. */
export function imageProblem(url: string): { readonly level: ViolationLevel; readonly problem: string } | undefined {
  if (/^https?:/i.test(url)) return undefined
  const head = dataUrlHead(url)
  if (!head?.isBase64) return { level: 'error', problem: 'is neither a web address nor a base64 data URL' }
  if (sniffImage(url.slice(head.start, head.start + 24)) === undefined) {
    return { level: 'error', problem: 'does not contain png, jpeg, gif or webp' }
  }
  const broken = base64Problem(url.slice(head.start))
  if (broken !== undefined) return broken
  const { mediaType } = head
  return imageTypes.includes(mediaType) ? undefined : { level: 'server', problem: `is labelled ${mediaType}` }
}
