import { LamellaError, type Tokenizer } from '@lamella/core'
import { checkOptions, isObject } from '@lamella/core/plugin'
import { mustBeLimit } from '../build/build-context.ts'
import { createContextBuilder as createBuilder } from '../build/create-context-builder.ts'
import type { MemoryState } from '../contract/chunk.ts'
import type { ContextBuildOptions as Options, ContextBuildResult as Result } from '../contract/context.ts'
import type { IChunkRenderer } from '../contract/renderer.ts'

/** The options of a build, with the page's name of the limit. */
export interface ContextBuildOptions extends Options {
  /**
   * The maximum number of tokens the messages may use: `window` minus `reserve`. Set either this or those. A whole
   * number, 0 or more. Default: no limit.
   */
  readonly maxTokens?: number
}

/** Turns states into messages. Reuse one: it caches the token counts of texts. */
export interface ContextBuilder {
  /**
   * Builds like the builder of the main entry, but `messages` are all messages, as a chat client takes them: the system
   * prompt and the system chunks directly after it come first, and `system` is empty.
   *
   * @throws LamellaError like the builder of the main entry
   */
  build(state: MemoryState, options?: ContextBuildOptions): Result
  /** Adds a renderer, which is tried before all others. @throws LamellaError `OPTION_INVALID` */
  registerRenderer(renderer: IChunkRenderer): ContextBuilder
}

/**
 * Creates a builder with the names and the result of the page that this package implements.
 *
 * @param tokenizer The tokenizer for builds that do not pass one. Default: characters / 4.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { messages } = createContextBuilder().build(state, { maxTokens: 8_000, systemPrompt: 'Be kind.' })
 * messages[0] // { role: 'system', content: 'Be kind.' }
 */
export function createContextBuilder(tokenizer?: Tokenizer): ContextBuilder {
  const inner = createBuilder(tokenizer)
  const builder: ContextBuilder = {
    build: (state, options = {}) => {
      const built = inner.build(state, withWindow(options))
      const leading = built.system.map(({ content }) => ({ role: 'system', content }) as const)
      return { ...built, system: [], messages: [...leading, ...built.messages] }
    },
    registerRenderer: (renderer) => {
      inner.registerRenderer(renderer)
      return builder
    },
  }
  return builder
}

/** @throws LamellaError `OPTION_INVALID` for a limit that is no number, or that has two names */
function withWindow(options: ContextBuildOptions): Options {
  if (!isObject(options)) return options
  const { maxTokens, ...others }: ContextBuildOptions = options
  if (maxTokens === undefined) return others
  checkOptions('build', { maxTokens }, { maxTokens: mustBeLimit })
  if ((others.window ?? others.reserve) === undefined) return { ...others, window: maxTokens }
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: "build: 'maxTokens' is set together with 'window' or 'reserve', which it replaces.",
    fix: 'Set window and reserve, or maxTokens alone.',
    details: { what: 'build', option: 'maxTokens' },
  })
}
