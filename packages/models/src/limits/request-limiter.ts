import { type ContextTool, LamellaError, type ToolDefinition } from '@lamella/core'
import { type Amounts, type ContentLimits, rungsByLimit } from '@lamella/core/plan'
import {
  type Checks,
  checkOptions,
  type LimitedContent,
  type LimitName,
  type Limits,
  type LimitsOfRequest,
  type LimitUse,
  mustBeWhole,
  type PassedRequest,
  type RequestLimits,
} from '@lamella/core/plugin'
import { type AmountCounter, aroundRequest, aroundText, createAmountCounter, toolBytes } from './amounts.ts'
import { jsonBytes, nestedJsonBytes } from './json-bytes.ts'
import { limitOverflow } from './limit-overflow.ts'
import { roughBytes } from './rough-bytes.ts'
import { withAmounts } from './with-amounts.ts'

const checks: Checks<RequestLimits> = {
  bytes: mustBeWhole(0),
  images: mustBeWhole(0),
  imageBytes: mustBeWhole(0),
  tools: mustBeWhole(0),
  toolBytes: mustBeWhole(0),
}

/**
 * Makes limits beside the tokens into what a budget takes: it counts what contents take of them, and fits requests into them.
 * Remembers messages by object: keep it between builds.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * createContext().budget({ window: 128_000, reserve: 4_000, limits: requestLimiter({ bytes: 32_000_000, images: 100 }) })
 */
export function requestLimiter(limits: RequestLimits): Limits {
  const most = { ...checkOptions<RequestLimits>('requestLimiter', limits, checks) }
  const amounts = createAmountCounter()
  return {
    most,
    of: ({ tools, parameters }) => limitsOf({ most, amounts, tools, parameters: nestedJsonBytes(parameters) }),
  }
}

/** The limits of one request, and what counts for them besides the content. */
interface SizeLimits {
  readonly most: RequestLimits
  readonly amounts: AmountCounter
  readonly tools: readonly ContextTool[]
  /** Bytes of the parameters, at most. */
  readonly parameters: number
}

function limitsOf(limits: SizeLimits): LimitsOfRequest {
  const { most, tools, amounts } = limits
  return {
    withTools: (others) => limitsOf({ ...limits, tools: others }),
    share: (part) => {
      const of = (limit: number | undefined, least = 0): number | undefined =>
        limit && Math.max(least, Math.floor(part * limit))
      // Where one image is allowed, the share is the newest one.
      return limitsOf({ ...limits, most: { ...most, bytes: of(most.bytes), images: of(most.images, 1) } })
    },
    check: () => checkToolLimits(most, tools),
    passed: (content) => passedLimit(content, limits),
    fit: (request) => fitByLimits(request, limits),
    uses: (content) => limitUses(content, limits),
    amount: (content, name) => amounts.content(content)[name],
  }
}

/**
 * Finds the blocks that the window alone requires, then what each limit alone requires, and takes both. The window's blocks do
 * not become fewer by what a limit saves: otherwise a larger limit would drop what a smaller one keeps.
 */
function fitByLimits(request: PassedRequest, limits: SizeLimits): ReturnType<LimitsOfRequest['fit']> {
  const { measured, wholes, fitsWindow, fitWindow, schedule } = request
  const added = measured.flatMap((item, index) => {
    const whole = wholes[index]
    return whole ? [withAmounts(item, whole, limits.amounts)] : []
  })
  // Within the maxima as composed: the sum of the parts, which may be larger, must not cut anything.
  const planLayers = added.map(({ layer }) => (fitsWindow ? { ...layer, max: undefined } : layer))
  const whole = schedule(planLayers)
  const blocks = fitsWindow ? 0 : fitWindow(planLayers, whole).blocks
  const fixed = fixedBytes(limits) + added.reduce((sum, { frame }) => sum + frame, 0)
  let room = contentLimits(limits, fixed)
  for (;;) {
    const limited = rungsByLimit(planLayers, whole, room)
    const over = limited.find(({ fits }) => !fits)
    if (over) throw limitOverflow(planLayers, over, over.name === 'bytes' ? fixed : 0, limits.most)
    const { fitted } = fitWindow(planLayers, whole, limited, blocks)
    if (passedLimit(fitted, limits) !== 'bytes') return { ...fitted, limited: { layers: planLayers, room } }
    // A layer's wrapping is larger than that of everything kept: one more step, as with tokens.
    room = { ...room, bytes: (limited.find(({ name }) => name === 'bytes')?.left ?? 0) - 1 }
  }
}

/** Returns the limits of content alone. */
function contentLimits({ most: { bytes, images, imageBytes } }: SizeLimits, fixed: number): ContentLimits {
  return { images, imageBytes, bytes: bytes === undefined ? undefined : bytes - fixed }
}

/** Returns the bytes that no content has: tools, parameters, the request itself. */
function fixedBytes({ tools, parameters }: SizeLimits): number {
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
function passedLimit(content: LimitedContent, limits: SizeLimits): LimitName | undefined {
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
function limitUses(content: LimitedContent, limits: SizeLimits): Partial<Record<LimitName, LimitUse>> {
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

/** Checks the limits of tools, which are never dropped. @throws LamellaError `LIMIT_OVERFLOW` */
function checkToolLimits(most: RequestLimits, tools: readonly ToolDefinition[]): void {
  const fix =
    'Pass fewer tools, or let the model search for them instead of sending all of them (`toolSearch` of `@lamella/offload/tool-search`).'
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
