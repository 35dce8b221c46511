import type { Message } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { conversationTests } from '../shared/conversations.ts'

const ada = { tenant: 'acme', user: 'ada' }
const chat = ['Where did you sail last year?', 'To Crete, with Kim.'].map(
  (content): Message => ({ role: 'user', content }),
)

conversationTests(
  async (options) => {
    const stores = await sqlite(':memory:', { erasure: 'overwrite', indexingTime: Number.MAX_SAFE_INTEGER, ...options })
    onTestFinished(() => stores.close())
    return stores
  },
  Math.min(100, Number(process.env['LAMELLA_RUNS'] ?? 8)),
)

it('a conversation can be searched with other weights without a new index', async () => {
  const path = `${tempFolder()}/a.db`
  const positions = async (conversation: boolean) => {
    const { sessions, check, close } = await sqlite(path, { conversation, indexingTime: Number.MAX_SAFE_INTEGER })
    if (conversation) await sessions.append(ada, 's', chat)
    const { hits } = await sessions.search(ada, { query: 'sail' })
    expect(await check()).toEqual([])
    await close()
    return hits.map(({ item }) => item.position)
  }
  expect(await positions(true)).toContain(1)
  expect(await positions(false)).toEqual([0])
})
