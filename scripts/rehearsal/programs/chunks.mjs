import { createContextBuilder } from '@lamella/chunks'

export const expected = 'user: true'
export default function run() {
  const chunks = [{ id: 'c1', type: 'AGENT', content: 'Hello', metadata: { role: 'user' } }]
  const [{ role, content }] = createContextBuilder().build({ chunks }, { window: 8_000 }).messages
  return `${role}: ${content.includes('Hello')}`
}
