// The agent's tools: their descriptions for the model, and their code. A real agent calls other programs; these know a
// few facts, and one writes to the memory of the agent.

const weather = { Oslo: 'rain, 4 °C', Lisbon: 'sun, 19 °C', Turin: 'fog, 8 °C' }
const orders = {
  1042: 'two desk lamps, sent on 9 March, to arrive on 12 March',
  1077: 'one floor lamp, waiting for a shade that comes on 20 March',
  1090: 'a lamp for the hall, packed on 10 March',
}

const text = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] })

/** Creates the tools. `memory` is a memory store, `scope` says whose memory it is. */
export function createTools({ memory, scope }) {
  const run = {
    get_weather: ({ city }) => `${city}: ${weather[city] ?? 'nobody knows'}.`,
    find_order: ({ id }) => `Order ${id}: ${orders[id] ?? 'not found'}.`,
    remember: async ({ fact }) => {
      // The id says what is remembered, so a repeated call changes nothing.
      await memory.put(scope, { id: fact.toLowerCase().replaceAll(/\W+/g, '-'), text: `The customer says: ${fact}.` })
      return 'I will remember that.'
    },
  }
  return {
    /** The tools in the form that an assembler requires. */
    toolExecutor: {
      list: () => [
        { name: 'get_weather', description: 'The current weather in a city.', inputSchema: text('city') },
        { name: 'find_order', description: 'What was ordered, and where it is.', inputSchema: text('id') },
        { name: 'remember', description: 'Keeps a fact for later conversations.', inputSchema: text('fact') },
      ],
    },
    /** Runs a call and returns its result as a message. An error is a result too: the model can react to it. */
    resultOf: async ({ toolCallId, toolName, input }) => {
      const output = (value, type = 'text') => ({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName, output: { type, value } }],
      })
      try {
        if (!Object.hasOwn(run, toolName)) throw new Error('there is no such tool')
        return output(await run[toolName](input))
      } catch (error) {
        return output(`${toolName} failed: ${error.message}`, 'error-text')
      }
    },
  }
}
