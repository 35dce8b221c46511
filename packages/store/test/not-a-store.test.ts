import type { BlobStore, BlockStore, MemoryStore, SessionStore } from '@lamella/store'
import {
  copyBlobs,
  copyBlocks,
  copyMemory,
  copySessions,
  memorySource,
  openSession,
  searchSource,
  withBlobs,
} from '@lamella/store'
import { createBlobStore, createBlockStore, createMemoryStore, createSessionStore } from '@lamella/store/memory'
import { expect, it } from 'vitest'

const scope = { tenant: 'acme' }
const [sessions, memory, blobs, blocks] = [
  createSessionStore(),
  createMemoryStore(),
  createBlobStore(),
  createBlockStore(),
]

// A database is often passed instead of one of its stores, or what an option that is not set would have been.
it.each([{ sessions, memory, blobs, blocks }, undefined, null, 'agent.db', Promise.resolve(sessions)])(
  'all that takes a store refuses what is none (%#)',
  async (other) => {
    const wrong = other as unknown as SessionStore & MemoryStore & BlobStore & BlockStore
    const calls: readonly (() => unknown)[] = [
      () => openSession(wrong, scope, 's'),
      () => copySessions(wrong, sessions, scope),
      () => copySessions(sessions, wrong, scope),
      () => copyMemory(wrong, memory, scope),
      () => copyMemory(memory, wrong, scope),
      () => copyBlobs(wrong, blobs, scope),
      () => copyBlobs(blobs, wrong, scope),
      () => copyBlocks(wrong, blocks, scope),
      () => copyBlocks(blocks, wrong, scope),
      () => withBlobs(wrong, blobs),
      () => withBlobs(sessions, wrong),
      () => memorySource(wrong),
      () => searchSource(wrong),
    ]
    for (const call of calls) await expect(async () => call()).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  },
)
