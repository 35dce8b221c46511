import type { DataContent, FilePart, ImagePart, TextPart, ToolOutputContent } from '@lamella/core'
import { bytesOfBase64, sniffImage } from '../shared/base64.ts'
import { isBlank, isRecord } from '../shared/guards.ts'
import { tooLarge } from '../shared/image-bounds.ts'
import { cleanJson, jsonText } from '../shared/json.ts'
import { cleanText, leftOut, lose, mend, mendName } from '../shared/ledger.ts'
import { isImageType, type Media, mediaTypeOf, readMedia } from '../shared/media.ts'
import { nameOfPiece, type OutputValue, pieceOf, readOutput } from '../shared/tool-output.ts'
import type { PairedCall } from '../shared/tool-pairs.ts'
import {
  type BedrockConverseFields,
  type BedrockKeys,
  type BedrockState,
  documentFormats,
  documentName,
  isOfOpenAI,
  readFields,
} from './fields.ts'
import type {
  BedrockBlock,
  BedrockCachePoint,
  BedrockDocument,
  BedrockImage,
  BedrockJson,
  BedrockResultBlock,
  BedrockSource,
  BedrockText,
  BedrockToolResult,
} from './types.ts'

const ofPart: BedrockKeys = ['cachePoint', 'block']
const ofFile: BedrockKeys = ['cachePoint']

/** Returns a text in a form that can be sent; '' for an empty one, which is reported. */
export function textOf(state: BedrockState, value: string): string {
  const text = cleanText(state, value)
  if (!isBlank(text)) return text
  mend(state, 'empty-text', 'An empty text is dropped.')
  return ''
}

/** Returns a text, or the original block of a type that only Bedrock has. */
export function encodeText(state: BedrockState, part: TextPart): BedrockBlock[] | undefined {
  const fields = readFields(state, part.providerOptions, ofPart)
  if (part.text === '' && isRecord(fields.block)) {
    return withPoint([cleanJson(state, fields.block) as unknown as BedrockBlock], fields)
  }
  if (fields.block !== undefined) lose(state, 'provider-options', 'The block is not sent: it comes with a text.')
  const text = textOf(state, part.text)
  return text === '' ? undefined : withPoint([{ text }], fields)
}

export function encodeImage(state: BedrockState, part: ImagePart): BedrockBlock[] {
  const block = mediaBlock(state, part.image, part.mediaType, true, undefined)
  return withPoint([block], readFields(state, part.providerOptions, ofFile))
}

/** Encodes a file of a user message: an image or a document, by its media type; others are not supported. */
export function encodeFile(state: BedrockState, part: FilePart): BedrockBlock[] {
  const block = mediaBlock(state, part.data, part.mediaType, false, part.filename)
  return withPoint([block], readFields(state, part.providerOptions, ofFile))
}

/** Returns the cache point that a part or a message sets. */
export function pointOf({ cachePoint }: BedrockConverseFields): BedrockCachePoint | undefined {
  return isRecord(cachePoint) ? { cachePoint: cachePoint as BedrockCachePoint['cachePoint'] } : undefined
}

/** Returns the blocks with the cache point that their part sets. */
export function withPoint(blocks: BedrockBlock[], fields: BedrockConverseFields): BedrockBlock[] {
  const point = pointOf(fields)
  return point ? [...blocks, point] : blocks
}

function mediaBlock(
  state: BedrockState,
  content: DataContent | URL,
  label: string | undefined,
  isImage: boolean,
  filename: string | undefined,
): BedrockImage | BedrockDocument | BedrockText {
  const address = content instanceof URL ? content.href : content
  const stored = typeof address === 'string' && /^s3:\/\//i.test(address) ? address : undefined
  const media: Media = stored === undefined ? readMedia(state, content) : { kind: 'url', url: stored }
  const mediaType = mediaTypeOf(state, label, media)
  const what = isImage || isImageType(label, mediaType) ? 'image' : 'file'
  const marked = (why: string): BedrockText => ({ text: leftOut(state, what, why) })
  if (media.kind === 'unusable') return marked(media.why)
  if (media.kind === 'url' && stored === undefined) return marked('Bedrock does not accept URLs')
  const source: BedrockSource =
    media.kind === 'url'
      ? { s3Location: { uri: cleanText(state, media.url) } }
      : { bytes: bytesFor(state, media.base64) }
  if (what === 'image') {
    const type = media.kind === 'data' ? sniffImage(media.base64) : mediaType
    const format = /^image\/(png|jpeg|gif|webp)$/.exec(type ?? '')?.[1] as BedrockImage['image']['format'] | undefined
    const problem = media.kind === 'data' ? tooLarge(media.base64, state.run.images) : undefined
    if (problem !== undefined) return marked(problem)
    return format === undefined ? marked('it is neither png, jpeg, gif nor webp') : { image: { format, source } }
  }
  const [essence = ''] = (mediaType ?? '').split(';', 1)
  const format = Object.hasOwn(documentFormats, essence) ? documentFormats[essence] : undefined
  if (format === undefined)
    return marked(mediaType === undefined ? 'its media type is not known' : `Bedrock does not accept ${mediaType}`)
  return { document: { format, name: nameFor(state, filename), source } }
}

/** Returns base64 text, or the bytes it encodes, depending on the options. */
export function bytesFor({ base }: BedrockState, base64: string): string | Uint8Array {
  return base.options.bytes === 'binary' ? new Uint8Array(bytesOfBase64(base64)) : base64
}

/**
 * Returns a name that the API accepts and that is unique among the request's documents: "Document names must be unique"
 * is a 400 (zendev-sh/goai#5, aws-samples/sample-apj-sup-sa#137).
 */
function nameFor(state: BedrockState, filename: string | undefined): string {
  const { documents } = state.run
  const asked = filename?.replace(/\.[a-z0-9]{1,5}$/i, '') ?? 'document'
  const clean = asked
    .replace(/[^a-zA-Z0-9\s()[\]-]+/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 180)
  const start = documentName.test(clean) ? clean : 'document'
  let name = start
  for (let number = 2; documents.has(name); number++) name = `${start} (${number})`
  documents.add(name)
  if (filename !== undefined && name !== filename) {
    mendName(state, 'name', 'document', filename, name)
  }
  return name
}

/**
 * The content of a failed result without a message: the API rejects one without content
 * (API_runtime_ToolResultBlock.html).
 */
const silentError = '[The tool failed without a message.]'

/** Encodes the result of a call, with the id assigned to the call. */
export function encodeResult(state: BedrockState, { answer }: PairedCall, toolUseId: string): BedrockBlock[] {
  const { output, providerOptions } = answer.result
  const fields = readFields(state, providerOptions, ofFile)
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, [])
  const read = readOutput(state, output)
  const content = encodeOutput(state, read)
  if (read.failed && content.length === 0) {
    mend(state, 'empty-text', 'A failed tool result without a message gets a stand-in.')
    content.push({ text: silentError })
  }
  const toolResult: BedrockToolResult['toolResult'] = read.failed
    ? { toolUseId, content, status: 'error' }
    : { toolUseId, content }
  return withPoint([{ toolResult }], fields)
}

function encodeOutput(state: BedrockState, output: OutputValue): BedrockResultBlock[] {
  switch (output.kind) {
    case 'text':
      return texts(state, output.text)
    case 'json': {
      const value = cleanJson(state, output.value)
      // "Provide a json object for the field" (400): other values (sigoden/aichat#1550), and objects that name a type inside, which
      // AWS takes for its own (maximhq/bifrost#5762), are sent as text.
      return isRecord(value) && !JSON.stringify(value).includes('"__type":')
        ? [{ json: value as BedrockJson }]
        : texts(state, jsonText(state, value) ?? 'null')
    }
    case 'pieces':
      return output.pieces.flatMap((item) => encodePiece(state, item))
    default:
      output satisfies never
      return output
  }
}

function texts(state: BedrockState, value: string): BedrockText[] {
  const text = textOf(state, value)
  return text === '' ? [] : [{ text }]
}

function encodePiece(state: BedrockState, item: ToolOutputContent): BedrockResultBlock[] {
  readFields(state, item.type === 'media' ? undefined : item.providerOptions, [])
  const piece = pieceOf(state, item, 'bedrock')
  switch (piece.kind) {
    case 'text':
      return texts(state, piece.text)
    case 'image':
    case 'file': {
      const { media, mediaType, kind } = piece
      const data = media.kind === 'data' ? media.base64 : media.kind === 'url' ? media.url : ''
      const filename = kind === 'file' ? piece.filename : undefined
      // "This model doesn't support the image field for user messages" (400, can1357/oh-my-pi#11685).
      if (kind === 'image' && isOfOpenAI(state.base.model))
        return [{ text: leftOut(state, 'image', 'on Bedrock models of OpenAI accept none in tool results') }]
      return [mediaBlock(state, data, mediaType, kind === 'image', filename)]
    }
    case 'id':
    case 'custom':
    case 'unknown':
      return [{ text: leftOut(state, cleanText(state, nameOfPiece(item)), 'Bedrock does not support it') }]
    default:
      piece satisfies never
      return []
  }
}
