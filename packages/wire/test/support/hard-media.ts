import type { FilePart, ImagePart, ToolOutputContent } from '@lamella/core'

/** Returns a whole number below a limit. */
export type Random = (below: number) => number

export const pick = <Value>(random: Random, values: readonly Value[]): Value => values[random(values.length)] as Value

/** The first bytes of each kind of file, as Latin-1 text. */
const starts: readonly string[] = [
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  '\xff\xd8\xff\xe0\x00\x10JFIF',
  'GIF89a',
  'RIFF\x20\x00\x00\x00WEBPVP8 ',
  'RIFF\x20\x00\x00\x00WAVEfmt ',
  'ID3\x04\x00\x00',
  '%PDF-1.7\n',
  'A plain text. ',
  '\x00\x01\x02\xfe\xff',
]

/** Standard base64 and variants that programs write. The last ones cannot be decoded. */
const forms: readonly ((base64: string) => string)[] = [
  (base64) => base64,
  (base64) => base64,
  (base64) => base64.replace(/.{1,10}/g, '$&\n'),
  (base64) => base64.replace(/.{1,10}/g, '$&\r\n '),
  (base64) => base64.replaceAll('+', '-').replaceAll('/', '_'),
  (base64) => base64.replaceAll('=', ''),
  (base64) => `${base64}==`,
  (base64) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  (base64) => `data:;base64,${base64}`,
  (base64) => `data:/png;base64,${base64}`,
  (base64) => `data:image/png;base64,${base64}`,
  (base64) => `data:application/pdf;name=a.pdf;base64,${base64}`,
  (base64) => `data:image/jpeg;base64,${encodeURIComponent(base64)}`,
  (base64) => base64.slice(0, 9),
  (base64) => `data:image/png;base64,${base64.slice(0, 13)}`,
  (base64) => `${base64.slice(0, 8)}@@@@${base64.slice(8)}`,
  (base64) => `${base64.slice(0, 8)}\uD800${base64.slice(9)}`,
  (base64) => `${base64.slice(0, 6)}==${base64.slice(8)}`,
  () => '@@@@',
  () => '',
  () => ' \n',
  () => 'data:image/png,x',
]

const mediaTypes: readonly string[] = [
  '',
  '/png',
  'png',
  'image/',
  'image/*',
  '*/*',
  'image/png',
  'IMAGE/PNG',
  'application/pdf',
  'text/plain; charset=utf-8',
  'application/octet-stream',
  'audio/wav',
  '\uD800/x',
  'text/plain; a="b,c"',
]

/** Values in place of an uploaded file's id, only one of which is valid. */
const fileIds: readonly unknown[] = ['', ' ', 5, null, 'file_1']

/** Returns the bytes of a file with a mark in it, in one of the forms. */
function dataOf(random: Random, mark: string): string | Uint8Array {
  const bytes = Buffer.from(`${pick(random, starts)}${mark}${'?~'.repeat(random(4))}`, 'latin1')
  return random(10) === 0 ? new Uint8Array(bytes) : pick(random, forms)(bytes.toString('base64'))
}

interface HardData {
  readonly data: string | Uint8Array
  readonly providerOptions?: NonNullable<FilePart['providerOptions']>
}

function hardData(random: Random, mark: () => string): HardData {
  if (random(6) > 0) return { data: dataOf(random, mark()) }
  const fileId = pick(random, fileIds) as string
  const providerOptions = { openai: { fileId }, anthropic: { fileId } }
  return { data: fileId === 'file_1' ? fileId : dataOf(random, mark()), providerOptions }
}

/** A user image whose bytes contain a mark. */
export function hardImage(random: Random, mark: () => string): ImagePart {
  const labelled = random(2) === 0 ? {} : { mediaType: pick(random, mediaTypes) }
  const { data: image, ...options } = hardData(random, mark)
  return { type: 'image', image, ...labelled, ...options }
}

/** A file whose bytes contain a mark. */
export function hardFile(random: Random, mark: () => string): FilePart {
  const named = random(2) === 0 ? {} : { filename: pick(random, ['a.pdf', '', '\uD800.pdf']) }
  return { type: 'file', mediaType: pick(random, mediaTypes), ...named, ...hardData(random, mark) }
}

/** A piece of a tool's output whose bytes contain a mark. */
export function hardPiece(random: Random, mark: () => string): ToolOutputContent {
  if (random(6) === 0) return { type: 'file-id', fileId: pick(random, ['', ' ']) }
  const data = dataOf(random, mark())
  const text = typeof data === 'string' ? data : Buffer.from(data).toString('base64')
  const mediaType = pick(random, mediaTypes)
  switch (random(4)) {
    case 0:
      return { type: 'image-data', data: text, mediaType }
    case 1:
      return { type: 'media', data: text, mediaType }
    case 2:
      return { type: 'image-url', url: text }
    default:
      return { type: 'file-data', data: text, mediaType }
  }
}
