import { type BlobStore, blobId, blobIdsIn, type SessionStore, sweepBlobs } from '@lamella/store'

/** Stores that act on each other's sessions, as those of every provider do. */
interface Stores {
  readonly sessions: SessionStore
  readonly blobs: BlobStore
}

const scope = { tenant: 'acme', user: 'ada' }

/** A content that its writer and its number determine, from nothing to 1.5 MB. */
function contentOf(name: string, n: number): Uint8Array {
  const sizes = [0, 1, 1_000, 70_000, 300_000, 1_500_000]
  const text = `${name} ${n} `
  return new Uint8Array(Buffer.alloc(sizes[n % sizes.length] as number, text))
}

/**
 * Puts a blob and appends a message that names it, again and again; also forks the session and deletes the fork. Now and
 * then it stops between the two steps. Each line says what was acknowledged.
 */
export async function writeBlobs(
  { sessions, blobs }: Stores,
  name: string,
  count: number,
  said: (line: string) => void,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const at = new Date(n)
    const { id } = await blobs.put(scope, 's', contentOf(name, n), { at, name: `${name} ${n}` })
    if (n % 5 === 4) continue
    await sessions.append(scope, 's', [{ role: 'user', content: `${name} ${n} ${id}` }])
    said(`${n} ${id}`)
    if (n % 6 !== 5) continue
    await sessions.transfer?.fork(scope, 's', `fork ${name} ${n}`)
    await sessions.delete(scope, `fork ${name} ${n - 6}`)
  }
}

/**
 * Returns what is wrong after a writer was killed: each blob that a message of any session names must read back exactly,
 * each acknowledged message must be there, and after a sweep nothing else may be left.
 */
export async function problemsAfter({ sessions, blobs }: Stores, lines: readonly string[]): Promise<readonly string[]> {
  const problems: string[] = []
  const named = async (session: string): Promise<readonly string[]> => {
    const { messages } = await sessions.page(scope, session, { messages: Number.POSITIVE_INFINITY })
    return blobIdsIn(messages)
  }
  const before = new Set(await named('s'))
  for (const line of lines) if (!before.has(line.split(' ')[1] ?? '')) problems.push(`lost: ${line}`)
  const { sessions: infos } = await sessions.list(scope, { limit: Number.POSITIVE_INFINITY })
  await sweepBlobs({ sessions, blobs, scope, before: new Date(8.64e15) })
  for (const { id: session } of infos) {
    const ids = [...(await named(session))].sort()
    for (const id of ids) {
      const content = await blobs.read(scope, session, id)
      if (!content || (await blobId(content)) !== id) problems.push(`${session}: ${id} does not read back`)
    }
    const { blobs: left } = await blobs.list(scope, session, { limit: Number.POSITIVE_INFINITY })
    if (left.map(({ id }) => id).join() !== ids.join())
      problems.push(`${session}: ${left.length} of ${ids.length} left`)
  }
  const { sessions: having } = await blobs.sessions(scope, { limit: Number.POSITIVE_INFINITY })
  for (const session of having) if (!infos.some(({ id }) => id === session)) problems.push(`orphans of ${session}`)
  return problems
}
