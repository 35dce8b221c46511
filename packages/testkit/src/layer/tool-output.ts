type Fields = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const optionalText: Check = (value) => value === undefined || text(value)
const defined: Check = (value) => value !== undefined
const fileId: Check = (value) => text(value) || (isFields(value) && Object.values(value).every(text))
const data = { data: text, mediaType: text }

/** Fields of each kind of output, and of each kind of piece that a `content` output holds. */
const outputs: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  text: { value: text },
  'error-text': { value: text },
  json: { value: defined },
  'error-json': { value: defined },
  'execution-denied': { reason: optionalText },
  content: { value: (value) => Array.isArray(value) && value.every((piece) => fits(piece, pieces)) },
}
const pieces: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  text: { text },
  media: data,
  'image-data': data,
  'image-url': { url: text },
  'image-file-id': { fileId },
  'file-data': { ...data, filename: optionalText },
  'file-url': { url: text, mediaType: optionalText },
  'file-id': { fileId },
  custom: {},
}

/** Whether a value is what a tool gave back, as a message has it. */
export function isToolOutput(value: unknown): boolean {
  return fits(value, outputs)
}

function fits(value: unknown, kinds: typeof outputs): boolean {
  if (!isFields(value)) return false
  const type = String(value['type'])
  if (!Object.hasOwn(kinds, type)) return false
  return Object.entries(kinds[type] ?? {}).every(([key, check]) => check(value[key]))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
