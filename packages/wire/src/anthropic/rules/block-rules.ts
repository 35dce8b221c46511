import { tooWide } from '../../measure/image-size.ts'
import { sniffImage } from '../../shared/base64.ts'
import { isBlank, isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { longestImageSide } from '../../shared/image-bounds.ts'
import { checkBase64, type Placed, type ReportViolation, type Rule } from '../../shared/rules/rule.ts'
import { imageTypes } from '../limits.ts'
import { allBlocks, blocksOf, messagesOf, piecesOf, systemBlocks, withPieces } from './read.ts'

/** Blocks that a role does not allow. Unknown types are not checked: new ones appear every month. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  user: ['thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'mcp_tool_use'],
  assistant: ['image', 'document', 'search_result', 'tool_result'],
  system: [
    'image',
    'document',
    'search_result',
    'tool_use',
    'tool_result',
    'thinking',
    'redacted_thinking',
    'server_tool_use',
  ],
}

export const blockRules: readonly Rule[] = [
  {
    code: 'AN-EMPTY-TEXT',
    what: 'Texts are neither empty nor blank.',
    source: 'I anthropics/claude-code#59812, anthropics/anthropic-sdk-python#461; R (spaces of the assistant accepted)',
    check: (request, report) => {
      const check = (text: unknown, path: string, role: unknown): void => {
        if (typeof text !== 'string' || !isBlank(text)) return
        if (text === '') report('error', path, 'is empty')
        else report(role === 'assistant' ? 'server' : 'error', path, 'is blank')
      }
      for (const message of messagesOf(request)) {
        const { role, content } = message.value
        // '' is checked by AN-EMPTY.
        if (content !== '') check(content, `${message.path}.content`, role)
        for (const block of blocksOf(message)) {
          for (const { value, path } of withPieces(block)) {
            if (value['type'] === 'text') check(value['text'], `${path}.text`, role)
          }
        }
      }
      for (const { value, path } of systemBlocks(request)) check(value['text'], `${path}.text`, 'system')
    },
  },
  {
    code: 'AN-BLOCK',
    what: 'Each block is complete, and of a type that its role allows.',
    source: 'S ContentBlockParam; I SEMOSS/Semoss#2323 (images in assistant turns)',
    check: (request, report) => {
      for (const message of messagesOf(request)) {
        for (const block of blocksOf(message)) {
          const { type } = block.value
          if (typeof type !== 'string') report('error', `${block.path}.type`, 'is missing')
          else if (isForbidden(type, message.value['role'])) {
            report('error', `${block.path}.type`, `is ${type}, which the role ${message.value['role']} does not allow`)
          } else checkShape(block, report)
          for (const piece of piecesOf(block)) checkShape(piece, report)
        }
      }
      for (const block of systemBlocks(request)) {
        if (block.value['type'] !== 'text') report('error', `${block.path}.type`, 'must be text')
        else checkShape(block, report)
      }
      const { system } = request
      if (system !== undefined && typeof system !== 'string' && !Array.isArray(system)) {
        report('error', 'system', 'must be text or a list of texts')
      }
    },
  },
  {
    code: 'AN-IMAGE',
    what: 'Images are png, jpeg, gif or webp: by URL, by id, or as unprefixed base64 that matches its media type; with at most 8,000 pixels on a side, and 2,000 if there are more than 20.',
    source:
      'S Base64ImageSource; I anthropics/anthropic-sdk-typescript#603; anthropics/claude-code#12351, #49537 (pixels); M (a label that is not what the bytes are)',
    check: (request, report) => {
      const images = allBlocks(request)
        .flatMap(withPieces)
        .filter(({ value }) => value['type'] === 'image')
      for (const { value, path } of images) {
        if (!isRecord(value['source'])) continue
        checkImage(value['source'], `${path}.source`, report)
        const problem = tooWide(String(value['source']['data']), longestImageSide(images.length))
        if (problem !== undefined) report('error', `${path}.source.data`, `is too large: ${problem}`)
      }
    },
  },
  {
    code: 'AN-DOCUMENT',
    what: 'Documents are PDFs (base64, by URL or by id), texts, or lists of blocks.',
    source: 'S DocumentBlockParam',
    check: (request, report) => {
      for (const { value, path } of allBlocks(request).flatMap(withPieces)) {
        if (value['type'] !== 'document' || !isRecord(value['source'])) continue
        const problem = problemOf(value['source'])
        if (problem !== undefined) report('error', `${path}.source`, problem)
        else if (value['source']['type'] === 'base64')
          checkBase64(value['source']['data'], `${path}.source.data`, report)
      }
    },
  },
]

function isForbidden(type: string, role: unknown): boolean {
  return typeof role === 'string' && Object.hasOwn(forbidden, role) && forbidden[role]?.includes(type) === true
}

function checkShape({ value, path }: Placed, report: ReportViolation): void {
  const { type } = value
  if (typeof type === 'string' && Object.hasOwn(shapes, type) && !shapes[type]?.(value)) {
    report('error', path, `is not a complete ${type} block`)
  }
}

const shapes: Readonly<Record<string, (block: UnknownRecord) => boolean>> = {
  text: ({ text }) => typeof text === 'string',
  image: ({ source }) => isRecord(source) && typeof source['type'] === 'string',
  document: ({ source }) => isRecord(source) && typeof source['type'] === 'string',
  thinking: ({ thinking, signature }) => typeof thinking === 'string' && typeof signature === 'string',
  redacted_thinking: ({ data }) => typeof data === 'string',
  tool_use: ({ id, name }) => typeof id === 'string' && typeof name === 'string',
  server_tool_use: ({ id, name }) => typeof id === 'string' && typeof name === 'string',
  tool_result: ({ tool_use_id: id }) => typeof id === 'string',
  tool_reference: ({ tool_name: name }) => typeof name === 'string',
}

function checkImage(source: UnknownRecord, path: string, report: ReportViolation): void {
  const { type, data, media_type: mediaType, url, file_id: id } = source
  if (type === 'url') {
    if (typeof url !== 'string' || !/^https?:/i.test(url)) report('error', `${path}.url`, 'is not a web URL')
  } else if (type === 'file') {
    if (typeof id !== 'string' || id === '') report('error', `${path}.file_id`, 'is missing')
  } else if (type === 'base64') {
    if (typeof mediaType !== 'string' || !imageTypes.includes(mediaType)) {
      report('error', `${path}.media_type`, `must be one of ${imageTypes.join(', ')}`)
    }
    const sniffed = typeof data === 'string' ? sniffImage(data.slice(0, 24)) : undefined
    if (sniffed === undefined) report('error', `${path}.data`, 'is not the base64 of a png, jpeg, gif or webp')
    // "image.source.base64: invalid base64 data" (400, anthropics/anthropic-sdk-typescript#603).
    else checkBase64(data, `${path}.data`, report)
    if (sniffed !== undefined && sniffed !== mediaType)
      report('error', `${path}.media_type`, `does not match the bytes (${sniffed})`)
  } else report('error', `${path}.type`, 'must be base64, url or file')
}

function problemOf({ type, media_type: mediaType, data, url, file_id: id }: UnknownRecord): string | undefined {
  if (type === 'base64') {
    return mediaType === 'application/pdf' && typeof data === 'string' && data !== ''
      ? undefined
      : 'must be a PDF as base64'
  }
  if (type === 'text') {
    return mediaType === 'text/plain' && typeof data === 'string' ? undefined : 'must be a text of type text/plain'
  }
  if (type === 'url') return typeof url === 'string' && /^https?:/i.test(url) ? undefined : 'must be a web URL'
  if (type === 'file') return typeof id === 'string' && id !== '' ? undefined : 'must have a file id'
  return type === 'content' ? undefined : 'must be base64, text, url, file or content'
}
