import { userMessage } from '../compose/compose-layer.ts'
import { isTextLayer } from '../compose/is-text-layer.ts'
import type { Kept } from '../contract/fragment.ts'
import type { Layer } from '../contract/layer.ts'
import type { Message } from '../contract/message.ts'
import type { Counter } from '../measure/counter.ts'
import type { Fitted } from '../pipeline/fit.ts'
import type { Measured } from '../pipeline/measure-layer.ts'

/** A part of the system prompt in its place. Sizes are tokens from the start of the request. */
export interface PlacedPart {
  readonly layer: Layer
  readonly kept: readonly Kept[]
  readonly text: string
  readonly start: number
  /** Where its text begins, behind what frames it or parts it from the one before. */
  readonly textStart: number
  readonly end: number
}

/** A kept fragment of a `messages` layer in its place, or all its texts as the one message that they became, by the first. */
export interface PlacedFragment {
  readonly layer: Layer
  readonly kept: Kept
  readonly messages: readonly Message[]
  /** Index of its first message in the request, and of the one behind its last. */
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** A request as a prompt cache sees it, with the tokens to every place as the build counted them. */
export interface RequestLayout {
  /** What frames the request. A provider puts it where it likes; here it stands before everything. */
  readonly start: number
  /** Behind the tools. */
  readonly tools: number
  readonly system: readonly PlacedPart[]
  readonly fragments: readonly PlacedFragment[]
}

/** Lays out a request: framing, tools, system parts, messages. The end of the last of them is the request's total. */
export function layoutOf(measured: readonly Measured[], { layers, sizes }: Fitted, counter: Counter): RequestLayout {
  const { framing } = counter
  const separator = counter.text(framing.systemSeparator)
  const start = framing.request
  const tools = start + sizes.tools
  let at = tools
  const system: PlacedPart[] = []
  for (const [index, { source }] of measured.entries()) {
    const { text = '', tokens = 0, kept = [] } = layers[index] ?? {}
    if (text === '' || source.layer.placement !== 'system') continue
    const textStart = at + (system.length === 0 ? framing.message : separator)
    const end = textStart + tokens
    system.push({ layer: source.layer, kept, text, start: at, textStart, end })
    at = end
  }
  const fragments: PlacedFragment[] = []
  let to = 0
  for (const [index, { source }] of measured.entries()) {
    const { layer } = source
    if (layer.placement !== 'messages') continue
    const { text = '', tokens = 0, kept: [first] = [] } = layers[index] ?? {}
    if (isTextLayer(layer)) {
      if (text === '' || !first) continue
      fragments.push({
        layer,
        kept: first,
        messages: [userMessage(text)],
        from: to,
        to: ++to,
        start: at,
        end: at + tokens,
      })
      at += tokens
      continue
    }
    for (const kept of layers[index]?.kept ?? []) {
      const messages = kept.content as readonly Message[]
      const { fragment, rung } = kept
      const from = to
      const before = at
      to += messages.length
      at += fragment.tokens?.[rung] ?? counter.content(messages)
      fragments.push({ layer, kept, messages, from, to, start: before, end: at })
    }
  }
  return { start, tools, system, fragments }
}
