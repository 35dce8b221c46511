// Tools in the form of the AI SDK: a zod schema, and a function that runs the call.

import { tool } from 'ai'
import { z } from 'zod'

const weather = { Oslo: 'rain, 4 °C', Lisbon: 'sun, 19 °C' }
const orders = { 1042: 'two desk lamps, to arrive on 12 March' }

export const tools = {
  get_weather: tool({
    description: 'The current weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => `${city}: ${weather[city] ?? 'nobody knows'}.`,
  }),
  find_order: tool({
    description: 'What was ordered, and where it is.',
    inputSchema: z.object({ id: z.string() }),
    execute: ({ id }) => `Order ${id}: ${orders[id] ?? 'not found'}.`,
  }),
}
