import { isTextLayer } from '../collect/check-output.ts'
import { userMessage } from '../compose/compose-layer.ts'
import type { Fitted } from '../compose/limits.ts'
import type { Measured } from '../compose/measure-layer.ts'
import type { PlacedFragment, PlacedPart, RequestLayout } from '../contract/build-details.ts'
import type { Kept } from '../contract/fragment.ts'
import type { Layer } from '../contract/layer.ts'
import type { Message, ToolDefinition } from '../contract/message.ts'
import type { Pricing } from '../contract/prices.ts'
import type { CachePoint, LayerReport, ReportRow, RunReport, TokenReport } from '../contract/report.ts'
import type { Notice } from '../contract/sources.ts'
import type { Counter } from '../contract/tokenizer.ts'

/** A part of the system prompt, and its tokens. */
interface SystemItem {
  readonly layer: Layer
  readonly kept: readonly Kept[]
  readonly text: string
  readonly tokens: number
}

/** A fragment among the messages, and its tokens. */
interface MessageItem {
  readonly layer: Layer
  readonly kept: Kept
  readonly messages: readonly Message[]
  readonly tokens: number
}

/** Lays out a request: framing, tools, system parts, messages. The end of the last one is the request's total. */
export function layoutOf(measured: readonly Measured[], { layers, sizes }: Fitted, counter: Counter): RequestLayout {
  const system: SystemItem[] = []
  const messages: MessageItem[] = []
  for (const [index, { source }] of measured.entries()) {
    const { layer } = source
    const { text = '', tokens = 0, kept = [] } = layers[index] ?? {}
    const [first] = kept
    if (layer.placement === 'system') {
      if (text !== '') system.push({ layer, kept, text, tokens })
    } else if (isTextLayer(layer)) {
      if (text !== '' && first) messages.push({ layer, kept: first, messages: [userMessage(text)], tokens })
    } else {
      for (const one of kept) {
        const content = one.content as readonly Message[]
        const known = one.fragment.tokens?.[one.rung]
        messages.push({ layer, kept: one, messages: content, tokens: known ?? counter.content(content) })
      }
    }
  }
  return placed(system, messages, counter, sizes.tools)
}

/** Places parts and fragments one after the other. */
export function placed(
  system: readonly SystemItem[],
  messages: readonly MessageItem[],
  { framing, text: count }: Counter,
  toolTokens: number,
): RequestLayout {
  const start = framing.request
  const tools = start + toolTokens
  let at = tools
  const parts = system.map(({ layer, kept, text, tokens }, index): PlacedPart => {
    const textStart = at + (index === 0 ? framing.message : count(framing.systemSeparator))
    const part = { layer, kept, text, start: at, textStart, end: textStart + tokens }
    at = part.end
    return part
  })
  let to = 0
  const fragments = messages.map(({ layer, kept, messages: own, tokens }): PlacedFragment => {
    const from = to
    const before = at
    to += own.length
    at += tokens
    return { layer, kept, messages: own, from, to, start: before, end: at }
  })
  return { start, tools, system: parts, fragments }
}

/** The parts of a report other than the layers. */
export interface ReportedRequest {
  /** In wire form. */
  readonly tools: readonly ToolDefinition[]
  readonly toolNotices: ReadonlyMap<string, readonly Notice[]>
  /** Notices of no layer. */
  readonly notices: readonly Notice[]
  readonly layout: () => RequestLayout
  /** Where a prompt cache pays off, if a run knows better than its single request. */
  readonly cachePoints?: () => readonly CachePoint[]
  /** Tokens that repeat the request before, if a run knows them. */
  readonly prefix?: () => number
  /** Returns the tokens as the provider will count them, if a run knows more than the estimates. */
  readonly tokensOf?: (estimated: TokenReport) => TokenReport
  /** Returns a place in the request, in estimated tokens from its start, as the provider will count it. Goes with `tokensOf`. */
  readonly placeOf?: (estimated: number) => number
  /** The model's prices, if the budget has them. */
  readonly prices?: Pricing | undefined
  /** Rows of fragments that were sent in another form before, if a run knows them, and what they change in the report of a layer. */
  readonly before?: {
    readonly rows: readonly ReportRow[]
    readonly reportOf: (report: LayerReport, layer: Measured) => LayerReport
  }
  /** Rows in addition to those of the plan. */
  readonly rows: readonly ReportRow[]
  readonly runReport: RunReport | undefined
}
