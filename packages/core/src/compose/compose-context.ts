import { isTextLayer } from '../collect/check-output.ts'
import type { SystemPart } from '../contract/context.ts'
import type { Kept } from '../contract/fragment.ts'
import type { Message } from '../contract/message.ts'
import type { Counter } from '../contract/tokenizer.ts'
import { appendMessages, composeText, keptFragments, userMessage } from './compose-layer.ts'
import type { Measured } from './measure-layer.ts'

/** One composed layer. */
export interface ComposedLayer {
  readonly kept: readonly Kept[]
  /** '' for a `messages` layer. */
  readonly text: string
  readonly tokens: number
  /** Why it is missing, if its `compose` threw and it may be omitted. */
  readonly failed?: Error
}

/** All layers together. */
export interface ComposedContext {
  readonly layers: readonly ComposedLayer[]
  readonly system: readonly SystemPart[]
  readonly messages: readonly Message[]
  /** Tokens of the layers. */
  readonly tokens: number
  /** Tokens around them: the request, the system message, separators. */
  readonly framing: number
}

/** Composes a layer with everything kept. */
export function composeWhole(item: Measured, counter: Counter): ComposedLayer {
  const kept = item.fragments.map((fragment) => ({ fragment, rung: 0, content: fragment.content }))
  if (isTextLayer(item.source.layer)) return composeTexts(item, kept, counter)
  let tokens = 0
  for (const fragment of item.fragments) tokens += fragment.tokens?.[0] ?? counter.content(fragment.content)
  return { kept, text: '', tokens }
}

/** Composes a layer with its units at the rungs of a plan. */
export function composePlanned(item: Measured, rungs: Int32Array, counter: Counter): ComposedLayer {
  const { units } = item.plan
  const kept = keptFragments(item.fragments, units, rungs)
  if (isTextLayer(item.source.layer)) return composeTexts(item, kept, counter)
  const tokens = units.reduce((sum, unit) => sum + (unit.tokens[rungs[unit.position] ?? 0] ?? 0), 0)
  return { kept, text: '', tokens }
}

function composeTexts({ source }: Measured, kept: readonly Kept[], counter: Counter): ComposedLayer {
  try {
    const text = composeText(source.layer, kept)
    const isMessage = source.layer.placement === 'messages' && text !== ''
    return { kept, text, tokens: isMessage ? counter.message(userMessage(text)) : counter.text(text) }
  } catch (error) {
    if (source.layer.onError !== 'omit' || !(error instanceof Error)) throw error
    return { kept: [], text: '', tokens: 0, failed: error }
  }
}

/** Joins composed layers, in order. */
export function composeContext(
  measured: readonly Measured[],
  layers: readonly ComposedLayer[],
  counter: Counter,
): ComposedContext {
  const system: SystemPart[] = []
  const messages: Message[] = []
  let tokens = 0
  for (let index = 0; index < measured.length; index++) {
    const { source } = measured[index] as Measured
    const { name, stability, placement } = source.layer
    const layer = layers[index] as ComposedLayer
    tokens += layer.tokens
    if (!isTextLayer(source.layer)) appendMessages(messages, layer.kept)
    else if (layer.text === '') continue
    else if (placement === 'messages') messages.push(userMessage(layer.text))
    else system.push({ role: 'system', content: layer.text, layer: name, stability })
  }
  const { framing } = counter
  const joints = Math.max(0, system.length - 1) * counter.text(framing.systemSeparator)
  const systemFraming = system.length > 0 ? framing.message + joints : 0
  return { layers, system, messages, tokens, framing: framing.request + systemFraming }
}
