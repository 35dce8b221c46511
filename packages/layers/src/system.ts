import { defineLayer, type Fragment, type Layer, type TextSource } from '@lamella/core'
import { checkOptions, mustBeText, type SourceText } from '@lamella/core/plugin'
import { trimLines } from './shared/plain-text.ts'
import { mustBeTextOrSource, originOf, readText } from './shared/read-text.ts'
import { remember } from './shared/remember.ts'

/** Default personality, for agents without SOUL.md. */
export const defaultSoul: string = 'You are a helpful assistant: friendly, honest and brief.'

/** Default rules of behaviour, for agents without AGENTS.md. */
export const defaultAgents: string = [
  'Do what the user asks. Say so when you do not know something or cannot do it, and do not make things up.',
  'Ask before you do what cannot be undone. Keep what you are told in confidence.',
].join('\n')

/** Options of `system`. A blank text means "nothing"; only a missing one is replaced by its default. */
export interface SystemOptions {
  /** Personality and name: SOUL.md. Default: `defaultSoul`, unless there is a `prompt`. */
  readonly soul?: TextSource | string
  /** Rules of behaviour: AGENTS.md. Default: `defaultAgents`, unless there is a `prompt`. */
  readonly agents?: TextSource | string
  /** Name, nature and manner of the agent: IDENTITY.md. Default: none. */
  readonly identity?: TextSource | string
  /** What the agent works with: CONTEXT.md. Default: none. */
  readonly context?: TextSource | string
  /** Whom the agent helps: USER.md. Default: none. A source decides who may see it. */
  readonly user?: TextSource | string
  /** A custom system prompt. It comes first, and no default is added to it. */
  readonly prompt?: string
}

/**
 * Creates the system layer: who the agent is and how it behaves. Order 100, priority 1000, stability `session`.
 * Fragments `prompt`, `soul`, `identity`, `agents`, `context` and `user`, all pinned: never shortened, never dropped,
 * joined by an empty line. All sources are read concurrently. In a run, a changed text is the owner's: the model is sent it
 * as a system message, or a new epoch begins where it takes none.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const context = await createContext()
 *   .use([system({ soul: 'You are Kim, a careful gardener.' }), message()])
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, message: 'When do I sow beans?' })
 */
export function system(options: SystemOptions = {}): Layer<'system'> {
  const { soul, agents, identity, context, user, prompt } = checkOptions('system', options, {
    soul: mustBeTextOrSource,
    agents: mustBeTextOrSource,
    identity: mustBeTextOrSource,
    context: mustBeTextOrSource,
    user: mustBeTextOrSource,
    prompt: mustBeText,
  })
  const tidy = remember(64, trimLines)

  const pinned = (id: string, source: SourceText | undefined, missing: string): readonly Fragment[] => {
    const content = tidy(source?.text ?? (prompt === undefined ? missing : ''))
    return content === '' ? [] : [{ id, content, pinned: true, origin: originOf('owner', source?.from) }]
  }

  return defineLayer('system', {
    order: 100,
    priority: 1000,
    stability: 'session',
    update: 'replace',
    load: async (request) => {
      const texts = await Promise.all(
        [soul, identity, agents, context, user].map((source) => readText(source, request)),
      )
      const [soulText, identityText, agentsText, contextText, userText] = texts
      return {
        fragments: [
          ...pinned('prompt', prompt === undefined ? undefined : { text: prompt }, ''),
          ...pinned('soul', soulText, defaultSoul),
          ...pinned('identity', identityText, ''),
          ...pinned('agents', agentsText, defaultAgents),
          ...pinned('context', contextText, ''),
          ...pinned('user', userText, ''),
        ],
        notices: texts.flatMap((text) => text?.notices ?? []),
      }
    },
  })
}
