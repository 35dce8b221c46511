import { type FileSessions, fileBlobs, fileMemory, fileSessions } from '@lamella/provider-fs'
import { blobStoreSuite, memoryStoreSuite, registerSuite, sessionBlobsSuite, sessionStoreSuite } from '@lamella/testkit'
import { describe, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

/** Creates stores in separate folders, and reopens existing ones. */
function keeping<Store extends object>(open: (folder: string) => Store) {
  const folders = new Map<Store, string>()
  const openIn = (path: string): Store => {
    const store = open(path)
    folders.set(store, path)
    return store
  }
  return {
    make: async (): Promise<Store> => openIn((await tempFolder()).path),
    reopen: (store: Store): Store => openIn(folders.get(store) ?? ''),
  }
}

const runs = Math.min(1_000, Number(process.env['LAMELLA_RUNS'] ?? 5))
const sessions = keeping((folder) => fileSessions(folder, { fsync: 'os' }))
const memory = keeping((folder) => fileMemory(folder, { fsync: 'os' }))

registerSuite(
  { describe, it },
  'fileSessions',
  sessionStoreSuite(sessions.make, {
    has: ['runs', 'compactions', 'transfer', 'admin'],
    reopen: (store) => sessions.reopen(store as FileSessions),
    runs,
  }),
)

registerSuite(
  { describe, it },
  'fileMemory',
  memoryStoreSuite(memory.make, {
    has: ['restore', 'erase', 'close'],
    reopen: (store) => memory.reopen(store as never),
    runs,
  }),
)

const blobs = keeping((folder) => fileBlobs(folder, { fsync: 'os' }))

registerSuite(
  { describe, it },
  'fileBlobs',
  blobStoreSuite(blobs.make, {
    has: ['erase', 'close'],
    reopen: (store) => blobs.reopen(store as never),
    runs,
  }),
)

registerSuite(
  { describe, it },
  'fileSessions and fileBlobs',
  sessionBlobsSuite(
    async () => {
      const { path } = await tempFolder()
      return { sessions: fileSessions(path, { fsync: 'os' }), blobs: fileBlobs(path, { fsync: 'os' }) }
    },
    { runs },
  ),
)
