import type { Amounts, LimitName, LimitUse } from '../contract/limits.ts'
import type { Message } from '../contract/message.ts'
import type { SystemPart } from '../contract/system-part.ts'
import { LamellaError } from '../errors.ts'
import { aroundRequest, aroundText, toolBytes } from '../measure/amounts.ts'
import { jsonBytes } from '../measure/json-bytes.ts'
import { roughBytes } from '../measure/rough-bytes.ts'
import type { SizeLimits } from './sizes.ts'

/** What of a request counts for its limits. */
export interface LimitedContent {
  readonly system: readonly SystemPart[]
  readonly messages: readonly Message[]
}

/** Returns the bytes that no content has: tools, parameters, the request itself. */
export function fixedBytes({ tools, parameters }: SizeLimits): number {
  return aroundRequest + parameters + toolBytes(tools)
}

/** Returns what the content of a request takes of the limits, at most. */
function contentAmounts({ system, messages }: LimitedContent, { amounts }: SizeLimits): Amounts {
  const parts = system.reduce((sum, { content }) => sum + aroundText + jsonBytes(content), 0)
  const of = amounts.messages(messages)
  return { ...of, bytes: of.bytes + parts }
}

/**
 * Returns the first limit that content passes. Content without images, and far smaller than the limit, is not looked at in detail.
 */
export function passedLimit(content: LimitedContent, limits: SizeLimits | undefined): LimitName | undefined {
  if (limits === undefined) return undefined
  const { bytes = Number.POSITIVE_INFINITY, images, imageBytes } = limits.most
  const text = content.system.reduce((sum, part) => sum + part.content.length, 0)
  const room = bytes - fixedBytes(limits)
  // Seven bytes: a character of the system prompt has no more.
  const most = roughBytes(content.messages) + 7 * text + aroundText * content.system.length
  if (Number.isFinite(most) && most <= room) return undefined
  const used = contentAmounts(content, limits)
  if (images !== undefined && used.images > images) return 'images'
  if (imageBytes !== undefined && used.imageBytes > imageBytes) return 'imageBytes'
  return used.bytes > room ? 'bytes' : undefined
}

/** Returns how much of each limit a request takes. */
export function limitUses(content: LimitedContent, limits: SizeLimits): Partial<Record<LimitName, LimitUse>> {
  const { most, tools } = limits
  const amounts = contentAmounts(content, limits)
  const used: Readonly<Record<LimitName, number>> = {
    bytes: amounts.bytes + fixedBytes(limits),
    images: amounts.images,
    imageBytes: amounts.imageBytes,
    tools: tools.length,
    toolBytes: toolBytes(tools),
  }
  const names = Object.keys(used) as LimitName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const limit = most[name]
      return limit === undefined ? [] : [[name, { used: used[name], limit }]]
    }),
  )
}

/** Checks the limits of tools, of which nothing gives way. @throws LamellaError `LIMIT_OVERFLOW` */
export function checkToolLimits(limits: SizeLimits | undefined): void {
  if (limits === undefined) return
  const { most, tools } = limits
  const fix =
    'Pass fewer tools, or let the model search for them instead of sending all of them (`toolSearch` of `@lamella/layers/tool-search`).'
  if (most.tools !== undefined && tools.length > most.tools) {
    throw new LamellaError({
      code: 'LIMIT_OVERFLOW',
      what: `The request has ${tools.length} tools, but its limit is ${most.tools}.`,
      fix,
      details: { limit: 'tools', value: most.tools, smallest: tools.length, largest: [] },
    })
  }
  const bytes = most.toolBytes === undefined ? 0 : toolBytes(tools)
  if (most.toolBytes === undefined || bytes <= most.toolBytes) return
  throw new LamellaError({
    code: 'LIMIT_OVERFLOW',
    what: `The tools of the request take up to ${bytes} bytes, but their limit is ${most.toolBytes}.`,
    fix,
    details: { limit: 'toolBytes', value: most.toolBytes, smallest: bytes, largest: [] },
  })
}
