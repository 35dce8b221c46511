import { isObject } from '@lamella/core/plugin'

type Fields = Readonly<Record<string, unknown>>
type Fits = (fields: Fields) => boolean

const isText = (value: unknown): boolean => typeof value === 'string'
const hasText = ({ value }: Fields): boolean => isText(value)
const hasValue = ({ value }: Fields): boolean => value !== undefined
const hasData = ({ data, mediaType }: Fields): boolean => isText(data) && isText(mediaType)
const hasUrl = ({ url }: Fields): boolean => isText(url)
const hasFileId = ({ fileId }: Fields): boolean => {
  return isText(fileId) || (isObject(fileId) && Object.values(fileId).every(isText))
}

const outputs: Readonly<Record<string, Fits>> = {
  text: hasText,
  'error-text': hasText,
  json: hasValue,
  'error-json': hasValue,
  'execution-denied': ({ reason }) => reason === undefined || isText(reason),
  content: ({ value }) => Array.isArray(value) && value.every((piece) => fitOf(piece, pieces)?.(piece) === true),
}

const pieces: Readonly<Record<string, Fits>> = {
  text: ({ text }) => isText(text),
  media: hasData,
  'image-data': hasData,
  'image-url': hasUrl,
  'image-file-id': hasFileId,
  'file-data': hasData,
  'file-url': hasUrl,
  'file-id': hasFileId,
  custom: () => true,
}

/** What keeps a value from JSON from being the output of a tool, in words; `undefined` when it is one. */
export function outputProblem(output: unknown): string | undefined {
  if (!isObject(output)) return 'has no output'
  const fits = fitOf(output, outputs)
  if (!fits) return `has an output with a type that is none of ${Object.keys(outputs).join(', ')}`
  return fits(output) ? undefined : 'has an output whose value does not fit its type'
}

function fitOf(value: unknown, kinds: Readonly<Record<string, Fits>>): Fits | undefined {
  const type = isObject(value) ? value['type'] : undefined
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
}
