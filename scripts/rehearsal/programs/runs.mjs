import { createContext } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'

export const expected = '1 3'
export default async function run() {
  const builder = createContext().use([history(), message()]).budget({ window: 2_000, reserve: 100 })
  const opened = await openRun(builder, { sessions: createSessionStore(), scope: { tenant: 'acme' }, id: 's' })
  await opened.next({ message: 'Hello' })
  await opened.append({ role: 'assistant', content: 'Hi.' })
  const { report, messages } = await opened.next({ message: 'And now?' })
  return `${report.run.epoch} ${messages.length}`
}
