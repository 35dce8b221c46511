import type { ToolOutputContent } from '@lamella/core'
import { dataUrlHead } from '../shared/data-url.ts'

/** Reads an image of a tool's output from its URL or id: data URLs become their base64 text. */
export function outputImage(url: unknown, fileId: unknown): ToolOutputContent | undefined {
  if (typeof url !== 'string') return typeof fileId === 'string' ? { type: 'image-file-id', fileId } : undefined
  const head = dataUrlHead(url)
  if (!head?.isBase64 || head.mediaType === '') return { type: 'image-url', url }
  return { type: 'image-data', data: url.slice(head.start), mediaType: head.mediaType.toLowerCase() }
}
