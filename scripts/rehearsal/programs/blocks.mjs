import { contextBuilder, createMemoryCache } from '@lamella/blocks'
import { createBlockStore } from '@lamella/store/memory'

export const expected = 'true'
export default async function run() {
  const scope = { tenant: 'acme' }
  let made = 0
  const memory = createMemoryCache({ blocks: createBlockStore(), scope, newId: () => `id-${++made}` })
  await memory.createBlock('kim', 'persona', { type: 'Core', content: 'I am careful' })
  await memory.appendToBlock('kim', 'persona', ' and kind.')
  const { system } = await contextBuilder(memory).forAgent('kim').build({ scope, message: 'Hello' })
  await memory.close()
  return String(system.some(({ content }) => content.includes('I am careful and kind.')))
}
