import { offload, withOffload } from '@lamella/offload'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme' }

describe('append of a store with offload', () => {
  it.each([undefined, null, 5, 'Hi', [null], [{ role: 'user' }], [{ role: 'user', content: [5] }]])(
    'rejects what are no messages, and stores nothing: %j',
    async (messages) => {
      const sessions = withOffload(createSessionStore(), offload({ blobs: createBlobStore() }))
      await expect(sessions.append(scope, 's', messages as never)).rejects.toMatchObject({ code: 'MESSAGE_INVALID' })
      expect((await sessions.list(scope)).sessions).toEqual([])
    },
  )
})
