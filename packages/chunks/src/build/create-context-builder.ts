import { createCountMemory, type Tokenizer } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import type { ContextBuilder } from '../contract/context.ts'
import type { IChunkRenderer } from '../contract/renderer.ts'
import { mustBeRenderer } from '../render/renderers.ts'
import { buildContext } from './build-context.ts'
import { mustBeTokenizer } from './checks.ts'

/**
 * Creates a builder that turns states of chunks into contexts. It keeps its renderers and the token counts of texts,
 * but nothing else of a state.
 *
 * @param tokenizer The tokenizer for builds that do not pass one. Default: characters / 4.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const context = createContextBuilder().build(
 *   { chunks: [{ id: 'c1', type: 'AGENT', content: 'Hello', metadata: { role: 'user' } }] },
 *   { window: 8_000, systemPrompt: 'You are a helpful assistant.' },
 * )
 */
export function createContextBuilder(tokenizer?: Tokenizer): ContextBuilder {
  checkOptions('createContextBuilder', { tokenizer }, { tokenizer: mustBeTokenizer })
  const memory = createCountMemory()
  let renderers: readonly IChunkRenderer[] = []
  const builder: ContextBuilder = {
    build: (state, options = {}) => buildContext({ tokenizer, renderers, memory }, state, options),
    registerRenderer: (renderer) => {
      checkOptions('registerRenderer', { renderer }, { renderer: mustBeRenderer }, ['renderer'])
      renderers = [renderer, ...renderers]
      return builder
    },
  }
  return builder
}
