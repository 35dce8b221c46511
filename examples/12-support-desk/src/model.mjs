// A stand-in for a model: rules instead of knowledge, so that the example always prints the same. It sees nothing but the
// request: what it knows of a customer stands in the prompt, or was found by a tool.

/** Questions, and the tool that a model would call for them. The last rule has a parameter that the tool does not have. */
const rules = [
  { pattern: /I like (.+)\./, name: 'remember', input: (what) => ({ text: `The customer likes ${what}.` }) },
  { pattern: /What did I say about (?:my|the) (.+)\?/, name: 'recall', input: (query) => ({ query }) },
  {
    pattern: /from (\S+): what do they know/,
    name: 'search_memory',
    input: (tenant) => ({ query: 'customer', tenant }),
  },
  { pattern: /My (.+)\. What helps/, name: 'search_articles', input: (query) => ({ query }) },
]

/** Returns the message that answers a request. `number` is used for the ids of calls. */
export function answerTo({ messages }, number) {
  const said = messages.map((message) => ({ ...message, text: textOf(message.content) }))
  const asked = said.findLastIndex(({ role, text }) => role === 'user' && !text.startsWith('<context-update'))
  const results = said.slice(asked + 1).filter(({ role }) => role === 'tool')
  const [call] = rules.flatMap(({ pattern, name, input }) => {
    const [, what] = said[asked].text.match(pattern) ?? []
    return what === undefined ? [] : [{ name, arguments: JSON.stringify(input(what)) }]
  })
  if (call && results.length === 0) {
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${number}`, type: 'function', function: call }],
    }
  }
  const isShort = said.some(({ text }) => text.includes('The customer likes short answers.'))
  return { role: 'assistant', content: answerOf(results[0]?.text, isShort) }
}

function answerOf(result, isShort) {
  if (result === undefined) return 'You are welcome.'
  if (/no parameter|no article/.test(result)) return 'I know nothing about that.'
  if (result.startsWith('Remembered')) return 'I will remember that.'
  if (!result.startsWith('Found in earlier')) return isShort ? `${result.split('. ')[0]}.` : `This may help. ${result}`
  const [, found] = result.match(/- user, .+?: My (.+?)\. What helps/) ?? []
  return found ? `You said that your ${found}.` : 'You said nothing about that here.'
}

function textOf(content) {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => part.text ?? '').join('\n')
}
