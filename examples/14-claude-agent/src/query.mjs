// Stands for `query` of the SDK, which starts a program of 400 MB and needs a key: it reads a resumed session from the store, and
// gives the store the lines of each turn, as the SDK does.

import { randomUUID } from 'node:crypto'

/** The SDK derives it from the working directory. */
export const [dir, projectKey] = ['/srv/shop', '-srv-shop']

export async function* query({ prompt, options: { sessionStore, resume } }) {
  const sessionId = resume ?? randomUUID()
  const key = { projectKey, sessionId }
  const before = (resume && (await sessionStore.load(key))) || []
  const known = before.filter(({ type }) => type === 'user').length
  const answer = `I know ${known} earlier question${known === 1 ? '' : 's'}.`
  const [asked, answered] = [randomUUID(), randomUUID()]
  const line = { sessionId, isSidechain: false, timestamp: new Date().toISOString() }
  const [parentUuid = null] = before.map(({ uuid }) => uuid).slice(-1)
  await sessionStore.append(key, [
    { ...line, type: 'user', uuid: asked, parentUuid, message: { role: 'user', content: prompt } },
    {
      ...line,
      ...{ type: 'assistant', uuid: answered, parentUuid: asked },
      message: { role: 'assistant', content: [{ type: 'text', text: answer }] },
    },
  ])
  yield { type: 'result', session_id: sessionId, result: answer }
}
