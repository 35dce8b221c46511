import { isLamellaError, type Message, type SystemMessage } from '@lamella/core'
import type { Loss, Violation, WireContext } from '@lamella/wire/kit'
import type { ReadBuild } from '../../src/recording/read-recording.ts'
import { differingPaths } from './differing-paths.ts'
import { detectFormat } from './foreign-request.ts'
import { type PageFormat, pageFormats } from './formats.ts'
import { linkParts, type RequestPart } from './request-parts.ts'

/** A recorded build as a request in a format. */
export interface EncodedBuild {
  readonly parts: readonly RequestPart[]
  readonly losses: readonly Loss[]
  readonly violations: readonly Violation[]
}

/** Returns the context that a recorded build was encoded from; `undefined` if the recording does not have its texts. */
export function contextOf({ made, parameters, contentOf }: ReadBuild): WireContext | undefined {
  if (!made) return undefined
  const { items } = made.layout
  const contents = items.map(({ content }) => contentOf(content))
  if (contents.includes(undefined)) return undefined
  const tools = made.tools.flatMap(({ definition }) => definition ?? [])
  if (tools.length !== made.tools.length) return undefined
  const at = (place: 'system' | 'messages'): unknown[] => contents.filter((_, index) => items[index]?.place === place)
  return {
    system: at('system').map((content): SystemMessage => ({ role: 'system', content: String(content) })),
    messages: at('messages').flat() as Message[],
    tools,
    parameters,
    report: { cache: made.cache, tokens: made.tokens, run: made.run },
  }
}

/** A request that was really sent. */
export interface SentRequest extends Pick<EncodedBuild, 'parts' | 'violations'> {
  readonly format: PageFormat
  /** Where it differs from what the page encodes, as paths; `undefined` if the page cannot encode it. */
  readonly differs: readonly string[] | undefined
}

/** Returns the body of a build that its adapter recorded; `undefined` if there is none, or no format reads it. */
export function sentRequest(build: ReadBuild): SentRequest | undefined {
  const { body, made } = build
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const name = detectFormat(body as Readonly<Record<string, unknown>>)
  const format = pageFormats.find((one) => one.name === name)
  if (!format) return undefined
  const items = (made?.layout.items ?? []).map(({ content }) => build.contentOf(content) ?? '')
  const parts = linkParts(body, items)
  return { format, parts, violations: format.validate(body), differs: differences(build, format, body) }
}

function differences(build: ReadBuild, format: PageFormat, body: object): readonly string[] | undefined {
  try {
    const context = contextOf(build)
    return context && differingPaths(format.encode(context).request, body)
  } catch {
    return undefined
  }
}

/**
 * Encodes a recorded build, and links each part of the request to the items that it was made from.
 *
 * @returns what went wrong, in words, if it cannot be encoded
 */
export function encodeBuild(build: ReadBuild, format: PageFormat): EncodedBuild | string {
  const context = contextOf(build)
  if (!context) return 'This recording has no texts, so the request cannot be shown.'
  try {
    const { request, losses } = format.encode(context)
    const items = (build.made?.layout.items ?? []).map(({ content }) => build.contentOf(content) ?? '')
    return { parts: linkParts(request, items), losses, violations: format.validate(request) }
  } catch (error) {
    if (isLamellaError(error)) return `${error.what} ${error.fix}`
    return error instanceof Error ? error.message : String(error)
  }
}
