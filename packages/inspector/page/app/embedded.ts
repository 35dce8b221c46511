import type { App } from './app.ts'
import { type Feed, openFeed, openText } from './load.ts'

/** What stands in the page for it to show: texts of recordings, or the names of files that its server reads. */
interface Embedded {
  readonly texts?: readonly { readonly name: string; readonly text: string }[]
  readonly files?: readonly string[]
}

/** How often the server is asked whether a file has grown, in milliseconds. */
const interval = 1_000

/** Shows what the page was given, and follows files that grow. */
export async function openEmbedded(app: App, json: string): Promise<void> {
  if (json === '') return
  const { texts = [], files = [] } = JSON.parse(json) as Embedded
  for (const { name, text } of texts) openText(app, name, text)
  await Promise.all(files.map((name, index) => follow(app, name, index)))
}

async function follow(app: App, name: string, index: number): Promise<void> {
  let feed: Feed = openFeed(app, name)
  let from = 0
  for (let failures = 0; failures < 30; ) {
    try {
      const answer = await fetch(`recording/${index}?from=${from}`, { cache: 'no-store' })
      if (!answer.ok) throw new Error(`The server answers ${answer.status}.`)
      const next = Number(answer.headers.get('x-next'))
      // The file was begun again.
      if (answer.headers.has('x-restart')) feed = openFeed(app, name)
      const text = await answer.text()
      if (text !== '') feed.read(text.split('\n'))
      failures = 0
      const more = next !== from && text !== ''
      from = next
      if (!more) await wait()
    } catch {
      failures++
      if (failures === 1) app.status.value = 'The server does not answer.'
      await wait()
    }
  }
  app.problems.value = [...app.problems.value, `${name}: its server has ended; what was read stays here.`]
}

function wait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, interval))
}
