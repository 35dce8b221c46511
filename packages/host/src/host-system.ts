import type { Layer } from '@lamella/core'
import { defineLayer } from '@lamella/core'

/** What `hostSystem` reads from a request. */
export interface HostSystemNeeds {
  /** The system prompt of the host's own call. */
  readonly hostSystem?: readonly string[] | undefined
}

export const hostSystemName = 'host-system'

/** What separates the system messages of one call from each other. */
export const hostSystemSeparator = '\n\n'

/**
 * The system prompt that a host's call brings: pinned, counted, before all other layers. An adapter adds it to a builder
 * that does not have it; add it yourself to place it elsewhere.
 *
 * @example
 * createContext().use(system({ soul })).use(hostSystem(), { after: 'system' })
 */
export function hostSystem(): Layer<typeof hostSystemName, HostSystemNeeds> {
  return defineLayer(hostSystemName, {
    order: 50,
    priority: 1_000,
    stability: 'session',
    load: ({ hostSystem: texts = [] }: HostSystemNeeds) =>
      texts.flatMap((content, index) =>
        content === '' ? [] : [{ id: String(index), content, pinned: true, origin: { by: 'owner' as const } }],
      ),
    compose: (kept) => kept.map(({ content }) => String(content)).join(hostSystemSeparator),
  })
}
