// A stand-in for a model: rules instead of knowledge, so that the example always prints the same. It does what matters
// here: it calls tools, several at once if necessary, reads their results, remembers its context, and summarizes.

/** The text that triggers each tool, and the tool's input. */
const triggers = [
  { pattern: /\bweather in ([A-Z]\w+)/g, name: 'get_weather', input: (city) => ({ city }) },
  { pattern: /\border (\d+)/gi, name: 'find_order', input: (id) => ({ id }) },
]

/** Returns the message that answers a request. `number` is used for the ids of calls. */
export function answerTo({ messages, tools = [] }, number) {
  const said = messages.map((message) => ({ ...message, text: textOf(message.content) }))
  if (said[0].text.startsWith('Summarize')) return { role: 'assistant', content: summaryOf(said.at(-1).text) }
  // Updates from the program have the user role, but are not a question.
  const asked = said.findLastIndex(({ role, text }) => role === 'user' && !text.startsWith('<context-update'))
  const results = said.slice(asked + 1).filter(({ role }) => role === 'tool')
  if (results.length > 0) return { role: 'assistant', content: results.map(({ text }) => text).join(' ') }
  const offered = new Set(tools.map((tool) => tool.function.name))
  const question = said[asked]?.text ?? ''
  const calls = triggers
    .filter(({ name }) => offered.has(name))
    .flatMap(({ pattern, name, input }) =>
      [...question.matchAll(pattern)].map(([, what]) => ({ name, input: input(what) })),
    )
  if (calls.length === 0) return { role: 'assistant', content: plainAnswer(question, said) }
  return {
    role: 'assistant',
    content: null,
    tool_calls: calls.map(({ name, input }, index) => ({
      id: `call_${number}_${index + 1}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  }
}

function plainAnswer(question, said) {
  const name = said.map(({ text }) => text.match(/\b[Mm]y name is (\w+)/)?.[1]).find((found) => found)
  if (/what is my name/i.test(question)) return name ? `Your name is ${name}.` : 'You have not told me your name.'
  return name ? `You are welcome, ${name}.` : 'You are welcome.'
}

/** Returns what customers said about themselves, and the answers they got. */
function summaryOf(transcript) {
  const lines = transcript.split('\n')
  const told = lines.flatMap((line) => line.match(/\b[Mm]y name is \w+/)?.[0] ?? [])
  const found = lines.flatMap((line) => line.match(/^result: \w+: (.+)/)?.[1] ?? [])
  const before = lines.filter((line) => line.startsWith('- '))
  return [...before, ...[...told, ...found].map((fact) => `- ${fact}`)].join('\n')
}

function textOf(content) {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => part.text ?? '').join('\n')
}
