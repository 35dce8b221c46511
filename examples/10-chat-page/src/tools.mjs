import { tool } from 'ai'
import { z } from 'zod'

const orders = { 1042: 'two desk lamps, to arrive on 12 March' }

export const tools = {
  find_order: tool({
    description: 'What was ordered, and where it is.',
    inputSchema: z.object({ id: z.string() }),
    execute: ({ id }) => `Order ${id}: ${orders[id] ?? 'not found'}.`,
  }),
}
