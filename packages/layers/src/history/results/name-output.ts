import type { ToolOutput, ToolOutputContent } from '@lamella/core'

/** The least characters that naming an output must save. */
const worthNaming = 100

/**
 * Returns what is left of an output when only its size is named: an error stays one. `undefined` if that saves too little, or
 * if the output is a denial or has pieces for one provider only, which may have a meaning beyond their text.
 *
 * @param call How the model reads the output, if it can.
 */
export function nameOutput(output: ToolOutput, call?: string): ToolOutput | undefined {
  if (output.type === 'execution-denied') return undefined
  const [{ length }, media] = [outputText(output), mediaOf(output)]
  if (output.type === 'content' && output.value.some(({ type }) => type === 'custom')) return undefined
  const isError = output.type === 'error-text' || output.type === 'error-json'
  const of = [...(length > 0 || media.length === 0 ? [countOf(length, 'character')] : []), ...namesOfMedia(media)]
  const value = `[${isError ? 'Error' : 'Result'} of ${listed(of)}, no longer shown${call === undefined ? '' : `; to read: ${call}`}]`
  if (media.length === 0 && length < value.length + worthNaming) return undefined
  const { providerOptions } = output
  return { type: isError ? 'error-text' : 'text', value, ...(providerOptions && { providerOptions }) }
}

/** Returns the text of an output, as a model reads it. */
export function outputText(output: ToolOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      // No JSON text stands for `undefined`, which an application may have put there.
      return JSON.stringify(output.value ?? null)
    case 'content':
      return output.value.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
    case 'execution-denied':
      return output.reason ?? ''
    default:
      output satisfies never
      return ''
  }
}

/** Returns the images and files of an output. */
export function mediaOf(output: ToolOutput): readonly ToolOutputContent[] {
  if (output.type !== 'content') return []
  return output.value.filter(({ type }) => type !== 'text' && type !== 'custom')
}

function namesOfMedia(media: readonly ToolOutputContent[]): readonly string[] {
  const images = media.filter(isImage).length
  const files = media.length - images
  return [...(images > 0 ? [countOf(images, 'image')] : []), ...(files > 0 ? [countOf(files, 'file')] : [])]
}

function isImage(item: ToolOutputContent): boolean {
  if (item.type === 'media' || item.type === 'file-data') return /^image\//i.test(item.mediaType)
  return item.type === 'image-data' || item.type === 'image-url' || item.type === 'image-file-id'
}

function listed(names: readonly string[]): string {
  return [...names.slice(0, -2), names.slice(-2).join(' and ')].join(', ')
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
