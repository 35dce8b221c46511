import type { Transcript } from '@lamella/provider-fs/transcripts'
import type { ReadBuild } from '../../src/recording/read-recording.ts'

/** Something that the page shows: a recorded build, a request that another program made, or a session of another agent. */
export type Entry = BuildEntry | RequestEntry | SessionEntry

export interface SessionEntry {
  readonly kind: 'session'
  readonly source: string
  readonly session: Transcript
}

export interface BuildEntry {
  readonly kind: 'build'
  /** The name of its file. */
  readonly source: string
  readonly build: ReadBuild
  /** The session that it belongs to, of the same owner in the same file. */
  readonly of: string
  /** The index of the build before it in the same session, of the same owner. */
  readonly previous: number | undefined
}

export interface RequestEntry {
  readonly kind: 'request'
  readonly source: string
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Returns the builds of a file as entries; each follows the last one of its session.
 *
 * @param first The index of the first of them.
 */
export function entriesOf(
  first: number,
  source: string,
  builds: readonly ReadBuild[],
  lasts: Map<string, number>,
): readonly Entry[] {
  return builds.map((build, index): Entry => {
    const { scope, session } = build
    const of = JSON.stringify([source, scope.tenant, scope.user, scope.agent, session])
    const previous = lasts.get(of)
    if (build.made) lasts.set(of, first + index)
    return { kind: 'build', source, build, of, previous }
  })
}
