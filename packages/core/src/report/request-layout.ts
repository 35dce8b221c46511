import { isTextLayer } from '../collect/is-text-layer.ts'
import { userMessage } from '../compose/compose-layer.ts'
import type { Counter } from '../contract/counter.ts'
import type { Message } from '../contract/message.ts'
import type { PlacedFragment, PlacedPart, RequestLayout } from '../contract/request-layout.ts'
import type { Fitted } from '../pipeline/fit.ts'
import type { Measured } from '../pipeline/measure-layer.ts'

/** Lays out a request: framing, tools, system parts, messages. The end of the last one is the request's total. */
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
