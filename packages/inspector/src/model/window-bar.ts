import type { TokenReport } from '@lamella/core'

/** A stretch of the window, in tokens. The stretches of a bar add up to the window. */
export interface BarPart {
  /** `layer` has the name of a layer; the others stand for themselves. */
  readonly kind: 'layer' | 'tools' | 'framing' | 'reserve' | 'free'
  readonly name: string
  readonly tokens: number
  /** Share of the window, 0 to 1. */
  readonly share: number
}

/** What a bar is drawn of: a recorded context, or a report with its layers as a list. */
export interface WindowUse {
  readonly tokens: Pick<TokenReport, 'window' | 'reserve' | 'tools' | 'toolPrompt' | 'framing' | 'free'>
  readonly layers: readonly { readonly name: string; readonly got: number }[]
}

/** Returns how a window is filled: tools, the layers in their order, framing, the reserve for the answer, free room. */
export function windowBar({ tokens, layers }: WindowUse): readonly BarPart[] {
  const { window, reserve, tools, toolPrompt = 0, framing, free } = tokens
  const part = (kind: BarPart['kind'], name: string, size: number): BarPart => {
    return { kind, name, tokens: size, share: window > 0 ? size / window : 0 }
  }
  return [
    part('tools', 'tool definitions', tools - toolPrompt),
    part('tools', "provider's text for tools", toolPrompt),
    ...layers.map(({ name, got }) => part('layer', name, got)),
    part('framing', 'framing', framing),
    part('reserve', 'reserve', reserve),
    part('free', 'free', free),
  ].filter((one) => one.tokens !== 0)
}
