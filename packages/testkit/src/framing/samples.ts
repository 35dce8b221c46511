import type { Parameters, Part } from '@lamella/core'
import type { ImageInfo, NativeSummary } from '@lamella/core/plugin'
import * as fc from 'fast-check'

/** The first bytes of a PNG with the given size. */
export function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(24)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return bytes
}

/** An image whose options belong to no provider. */
export function imageOf(data: ImageInfo['data']): ImageInfo {
  return { data, providerOptions: undefined }
}

/** Images whose size cannot be read: of another file type, broken, remote, uploaded. */
export const unknownImages: readonly ImageInfo['data'][] = [
  undefined,
  new URL('https://example.com/photo.jpg'),
  'https://example.com/photo.jpg',
  '',
  'not base64!',
  'PHN2Zy8+',
  new Uint8Array(),
  png(8, 8).slice(0, 15),
  png(0, 0),
]

const providers = ['openai', 'anthropic', 'google', 'bedrock', 'other'] as const

/** What parts and parameters may carry for a provider, whether it makes sense or not. */
const anyOptions = fc.option(
  fc.dictionary(
    fc.constantFrom(...providers),
    fc.dictionary(
      fc.constantFrom('imageDetail', 'signature', 'thoughtSignature', 'redactedData', 'reasoningEncryptedContent', 'x'),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    ),
  ),
  { nil: undefined },
)

const side = fc.integer({ min: 1, max: 20_000 })

/** Any image: with any size, or without a readable one. */
export const anyImage: fc.Arbitrary<ImageInfo> = fc.record({
  data: fc.oneof(
    fc.tuple(side, side).map(([width, height]) => png(width, height)),
    fc.constantFrom(...unknownImages),
  ),
  providerOptions: anyOptions,
})

/** Parts without provider-only data, new objects each time. */
export function plainParts(): readonly Part[] {
  return [
    { type: 'text', text: 'What did we decide?' },
    { type: 'reasoning', text: 'Search first.' },
    { type: 'tool-call', toolCallId: 'call-1', toolName: 'search', input: { text: 'launch' } },
    { type: 'tool-result', toolCallId: 'call-1', toolName: 'search', output: { type: 'text', value: 'June 3' } },
  ]
}

/** Summaries of any provider, whole or not. */
export const anySummary: fc.Arbitrary<NativeSummary> = fc.record({
  format: fc.constantFrom('anthropic', 'openai-responses', 'other'),
  content: fc.oneof(
    fc.jsonValue().map((value) => value as NativeSummary['content']),
    fc.array(
      fc.record({
        type: fc.constantFrom('compaction', 'message'),
        encrypted_content: fc.string(),
        content: fc.string(),
      }),
    ),
  ),
})

/** Parts as they occur in a message. */
export const anyPart: fc.Arbitrary<Part> = fc
  .tuple(fc.nat(plainParts().length - 1), anyOptions)
  .map(([index, providerOptions]) => ({
    ...(plainParts()[index] as Part),
    ...(providerOptions !== undefined && { providerOptions }),
  }))

/** Parameters with and without options for a provider. */
export const anyParameters: fc.Arbitrary<Parameters> = fc
  .tuple(fc.option(fc.integer({ min: 1, max: 64_000 }), { nil: undefined }), anyOptions)
  .map(([maxOutputTokens, providerOptions]) => ({
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(providerOptions !== undefined && { providerOptions }),
  }))
