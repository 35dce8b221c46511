import type { ToolOutputContent } from '@lamella/core'

const dataUrl = /^data:([^;,]+)[^,]*;base64,/i

/** An image of a tool's output by its address or its id: data URLs become their base64 text. */
export function outputImage(url: unknown, fileId: unknown): ToolOutputContent | undefined {
  if (typeof url !== 'string') return typeof fileId === 'string' ? { type: 'image-file-id', fileId } : undefined
  const head = dataUrl.exec(url)
  if (head === null) return { type: 'image-url', url }
  return { type: 'image-data', data: url.slice(head[0].length), mediaType: (head[1] as string).toLowerCase() }
}
