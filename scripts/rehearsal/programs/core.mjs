import { createContext, defineLayer } from '@lamella/core'

export const expected = 'Be kind. false'
export default async function run() {
  const motto = defineLayer('motto', { load: () => 'Be kind.' })
  const builder = createContext().use(motto).budget({ window: 1_000, reserve: 100 })
  const { system, report } = await builder.build({ scope: { tenant: 'acme' } })
  return `${system[0].content} ${report.truncated}`
}
