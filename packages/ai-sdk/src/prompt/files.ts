import {
  type DataContent,
  type JsonValue,
  LamellaError,
  type Part,
  type ToolOutput,
  type ToolOutputContent,
} from '@lamella/core'
import { isObject, plainValue } from '@lamella/core/plugin'
import type { HostPart } from '../contract/host.ts'
import { carried, withoutCarried } from './carried.ts'

/** The data of a file of V4: bytes or text, a URL, or what only a provider can read. */
type Tagged = Readonly<Record<string, unknown>>

/** Returns the data or the URL of a file of V4; `undefined` for a reference or a text. */
const untagged = ({ type, data, url }: Tagged): unknown => (type === 'data' ? data : type === 'url' ? url : undefined)

/** Reads a file. V4 tags its data. */
export function fileFrom(part: HostPart): Part {
  const { data } = part
  if (!isObject(data) || !('type' in data)) return part as object as Part
  const inner = untagged(data)
  return inner === undefined ? carried(part) : ({ ...part, data: inner } as object as Part)
}

/** Writes the data of a file, tagged for V4. */
export function fileData(data: DataContent | URL, tagged: boolean): unknown {
  const plain = data instanceof ArrayBuffer ? new Uint8Array(data) : data
  const held = typeof plain === 'string' ? textData(plain) : plain
  if (!tagged) return held
  return held instanceof URL ? { type: 'url', url: held } : { type: 'data', data: held }
}

/** A store keeps a URL as text. */
function textData(text: string): string | URL {
  if (/^https?:\/\//i.test(text)) return new URL(text)
  return /^data:[^,]{0,200};base64,/i.test(text) ? text.slice(text.indexOf(',') + 1) : text
}

/** Reads the output of a tool. V4 has one kind of file, by data, URL or reference; V3 and the canonical message many. */
export function outputFrom(output: ToolOutput, tool: unknown): ToolOutput {
  switch (output.type) {
    case 'content':
      return { ...output, value: output.value.map(pieceFrom) }
    case 'json':
    case 'error-json':
      return { ...output, value: jsonOf(output.value, tool) as JsonValue }
    case 'text':
    case 'error-text':
    case 'execution-denied':
      return output
    default:
      output satisfies never
      return output
  }
}

/**
 * Returns a value of a program as the JSON that providers make of it: AI SDK 6 passes on what tools return and what schemas make
 * of arguments, dates, class instances and NaN included.
 *
 * @throws LamellaError `MESSAGE_INVALID`
 */
export function jsonOf(value: unknown, tool: unknown): unknown {
  if (typeof value === 'string' || value === undefined) return value
  try {
    return JSON.parse(JSON.stringify(plainValue(value)))
  } catch (cause) {
    const problem = 'is not JSON: it contains a BigInt, or itself'
    const path = `the input or result of tool '${tool}'`
    throw new LamellaError({
      code: 'MESSAGE_INVALID',
      what: `In a call, ${path} ${problem}.`,
      fix: 'Return plain JSON, with a BigInt as text, or give the tool a toModelOutput.',
      details: { path, problem },
      cause,
    })
  }
}

function pieceFrom(piece: ToolOutputContent): ToolOutputContent {
  const part = piece as object as HostPart
  const { type, data, ...rest } = part
  if (type !== 'file') return withoutCarried(part) as object as ToolOutputContent
  const tagged = data as Tagged
  const [kind, inner] = [String(tagged['type']), plainValue(untagged(tagged))]
  const read =
    inner === undefined ? { ...carried(piece), type: 'custom' } : { ...rest, type: `file-${kind}`, [kind]: inner }
  return read as object as ToolOutputContent
}

/** Writes the output of a tool, for V4 with one kind of file. */
export function outputTo(output: ToolOutput, tagged: boolean): ToolOutput {
  if (output.type !== 'content') return output
  return { ...output, value: output.value.map((piece) => pieceTo(piece, tagged)) }
}

function pieceTo(given: ToolOutputContent, tagged: boolean): ToolOutputContent {
  // The older name, which no specification has.
  const piece: ToolOutputContent = given.type === 'media' ? { ...given, type: 'file-data' } : given
  const { type, data, url, fileId, ...rest } = piece as object as HostPart
  const [, media, kind] = /^(image|file)-(?:file-)?(data|url|id)$/.exec(type) ?? []
  if (!tagged || kind === undefined || typeof fileId === 'string') return piece
  const held = kind === 'id' ? { reference: fileId } : kind === 'url' ? { url: new URL(String(url)) } : { data }
  const mediaType = media === 'image' ? 'image' : 'application'
  const tag = kind === 'id' ? 'reference' : kind
  return { mediaType, ...rest, type: 'file', data: { type: tag, ...held } } as object as ToolOutputContent
}
