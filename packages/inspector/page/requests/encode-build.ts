import { isLamellaError, type Message, type SystemMessage } from '@lamella/core'
import type { Loss, Violation, WireContext } from '@lamella/wire/kit'
import type { ReadBuild } from '../../src/recording/read-recording.ts'
import type { PageFormat } from './formats.ts'
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
