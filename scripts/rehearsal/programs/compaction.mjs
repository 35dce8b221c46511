import { compactSession } from '@lamella/compaction'
import { createSessionStore } from '@lamella/store/memory'

export const expected = 'true 3'
export default async function run() {
  const [store, scope] = [createSessionStore(), { tenant: 'acme' }]
  const messages = ['a', 'b'].flatMap((name) => [
    { role: 'user', content: `Question ${name}: ${'why '.repeat(40)}` },
    { role: 'assistant', content: `Answer ${name}: ${'because '.repeat(40)}` },
  ])
  await store.append(scope, 's', messages)
  const summarize = () => 'They asked.'
  const { compacted, messagesAfter } = await compactSession({ store, scope, session: 's', summarize, keepRecent: 2 })
  return `${compacted} ${messagesAfter}`
}
