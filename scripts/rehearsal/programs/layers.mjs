import { createContext } from '@lamella/core'
import { standardLayers } from '@lamella/layers'

export const expected = 'user: Hello'
export default async function run() {
  const builder = createContext().use(standardLayers({ system: { soul: 'You are Kim.' } }))
  const { messages } = await builder
    .budget({ window: 8_000, reserve: 1_000 })
    .build({ scope: { tenant: 'acme' }, message: 'Hello' })
  return `${messages[0].role}: ${messages[0].content}`
}
