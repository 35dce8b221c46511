import { createContext, defineLayer } from '@lamella/core'
import { readRecording, recorder } from '@lamella/inspector'

export const expected = '1'
export default async function run() {
  const lines = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  const motto = defineLayer('motto', { load: () => 'Be kind.' })
  const builder = createContext().use(motto).budget({ window: 1_000, reserve: 100 }).observe(tracer)
  await builder.build({ scope: { tenant: 'acme' } })
  await tracer.flush()
  return String(readRecording(lines).builds.length)
}
