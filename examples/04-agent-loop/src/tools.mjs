// The agent's tools: their descriptions for the model, and their code. A real agent calls other programs; these know a
// few facts.

const weather = { Oslo: 'rain, 4 °C', Lisbon: 'sun, 19 °C', Turin: 'fog, 8 °C' }
const orders = {
  1042: 'two desk lamps, sent on 9 March, to arrive on 12 March',
  1077: 'one floor lamp, waiting for a shade that comes on 20 March',
}

const run = {
  get_weather: ({ city }) => `${city}: ${weather[city] ?? 'nobody knows'}.`,
  find_order: ({ id }) => `Order ${id}: ${orders[id] ?? 'not found'}.`,
}

const text = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] })

/** The tools in the form that an assembler requires. */
export const toolExecutor = {
  list: () => [
    { name: 'get_weather', description: 'The current weather in a city.', inputSchema: text('city') },
    { name: 'find_order', description: 'What was ordered, and where it is.', inputSchema: text('id') },
  ],
}

/** Runs a call and returns its result as a message. An error is a result too: the model can react to it. */
export function resultOf({ toolCallId, toolName, input }) {
  const output = (value, type = 'text') => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName, output: { type, value } }],
  })
  try {
    if (!Object.hasOwn(run, toolName)) throw new Error('there is no such tool')
    return output(run[toolName](input))
  } catch (error) {
    return output(`${toolName} failed: ${error.message}`, 'error-text')
  }
}
