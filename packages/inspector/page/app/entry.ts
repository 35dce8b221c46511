import type { ReadBuild } from '../../src/recording/read-recording.ts'

/** Something that the page shows: a recorded build, or a request that another program made. */
export type Entry = BuildEntry | RequestEntry

export interface BuildEntry {
  readonly kind: 'build'
  /** The name of its file. */
  readonly source: string
  readonly build: ReadBuild
  /** The index of the build before it in the same session, of the same owner. */
  readonly previous: number | undefined
}

export interface RequestEntry {
  readonly kind: 'request'
  readonly source: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Adds builds of a file to a list of entries; each follows the last one of its session. */
export function addBuilds(
  entries: readonly Entry[],
  source: string,
  builds: readonly ReadBuild[],
  lasts: Map<string, number>,
): readonly Entry[] {
  const added = builds.map((build, index): Entry => {
    const { scope, session } = build
    const key = JSON.stringify([source, scope.tenant, scope.user, scope.agent, session])
    const previous = lasts.get(key)
    if (build.made) lasts.set(key, entries.length + index)
    return { kind: 'build', source, build, previous }
  })
  return [...entries, ...added]
}
