import type { Message } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it } from 'vitest'

it('prefers the answer to a question over what follows a statement with the same words', async () => {
  const { sessions } = await sqlite(':memory:')
  const say = (content: string): Message => ({ role: 'user', content })
  const ada = { tenant: 'acme', user: 'ada' }
  await sessions.append(ada, 'a', [say('green tea here.'), say('tea upstairs')])
  await sessions.append(ada, 'b', [say('green tea here?'), say('tea upstairs')])
  const { hits } = await sessions.search(ada, { query: 'green tea' })
  const places = hits.map(({ item }) => `${item.session} ${item.position}`)
  expect(places.indexOf('b 1')).toBeLessThan(places.indexOf('a 1'))
})

it.each([
  ['istanbul', 'Ada İstanbul’da yaşıyor'],
  ['hôtel', "L'hôtel est complet"],
  ['avvocato', "Pranzo dall'avvocato Rossi"],
])('finds %j in %j without being told the language', async (query, text) => {
  const { memory } = await sqlite(':memory:')
  const ada = { tenant: 'acme', user: 'ada' }
  await memory.put(ada, { id: 'a', kind: 'fact', text })
  expect((await memory.search(ada, { query })).hits.map(({ item }) => item.id)).toEqual(['a'])
})
