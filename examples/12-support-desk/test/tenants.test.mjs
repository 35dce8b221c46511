// No store shows a tenant what another one has, whatever the two have in common.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDesk } from '../src/database.mjs'

const [own, other] = ['lamp-shop', 'bike-shop'].map((tenant) => ({ tenant, user: 'ada', kind: 'private' }))
let desk
before(async () => {
  desk = await openDesk(`desk_test_${process.pid}`)
  const { sessions, memory } = desk.stores
  await sessions.append(own, 'chat-1', [{ role: 'user', content: 'My lamp flickers.' }])
  await memory.put(own, { id: 'lamp', text: 'Ada has a lamp.' })
})
after(() => desk.close())

test('another tenant finds no message and no memory', async () => {
  const { sessions, memory } = desk.stores
  assert.equal((await sessions.search(own, { query: 'lamp' })).hits.length, 1)
  assert.equal((await memory.search(own, { query: 'lamp' })).hits.length, 1)
  assert.deepEqual((await sessions.search(other, { query: 'lamp' })).hits, [])
  assert.deepEqual((await memory.search(other, { query: 'lamp' })).hits, [])
  assert.equal(await memory.get(other, 'lamp'), undefined)
})

test('erasing another tenant removes nothing here', async () => {
  const { sessions, memory } = desk.stores
  await sessions.admin.erase({ tenant: other.tenant })
  await memory.erase({ tenant: other.tenant })
  assert.equal((await sessions.page(own, 'chat-1')).length, 1)
  assert.equal((await memory.list(own)).entries.length, 1)
})

test('the policies of the database hide rows from statements that name no tenant', async () => {
  assert.deepEqual(await desk.rowsSeenBy(undefined), { sessions: 0, messages: 0, memories: 0 })
  assert.deepEqual(await desk.rowsSeenBy(other.tenant), { sessions: 0, messages: 0, memories: 0 })
  assert.deepEqual(await desk.rowsSeenBy(own.tenant), { sessions: 1, messages: 1, memories: 1 })
})
