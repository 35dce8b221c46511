// A stand-in for a model: rules instead of knowledge, so that the example always prints the same. It does what matters
// here: it calls tools, several at once if necessary, reads their results and its whole context, and summarizes.

/** The text that triggers each tool, and the tool's input. */
const triggers = [
  { pattern: /\bweather in ([A-Z]\w+)/g, name: 'get_weather', input: (city) => ({ city }) },
  { pattern: /\border (\d+)/gi, name: 'find_order', input: (id) => ({ id }) },
  { pattern: /\bremember that ([^.]+)/gi, name: 'remember', input: (fact) => ({ fact }) },
]

/** Returns the content of the answer to a request, in Anthropic's form. `number` is used for the ids of calls. */
export function contentFor({ system, messages, tools }, number) {
  const turn = messages.findLast(({ role }) => role === 'user')
  if (tools === undefined) return [{ type: 'text', text: summaryOf(textsOf(turn.content).join('\n')) }]
  const rules = [system, ...messages.filter(({ role }) => role === 'system').map(({ content }) => content)].flatMap(
    textsOf,
  )
  const say = (text) => [
    { type: 'text', text: rules.some((rule) => rule.includes('Sign each answer')) ? `${text} J.` : text },
  ]
  const results = blocksOf(turn.content).filter(({ type }) => type === 'tool_result')
  if (results.length > 0) return say(results.flatMap(({ content }) => textsOf(content)).join(' '))
  const question = textsOf(turn.content).find((text) => !text.startsWith('<context-update')) ?? ''
  const calls = triggers.flatMap(({ pattern, name, input }) =>
    [...question.matchAll(pattern)].map(([, what]) => ({ name, input: input(what) })),
  )
  if (calls.length === 0)
    return say(plainAnswer(question, [...rules, ...messages.flatMap(({ content }) => textsOf(content))]))
  return calls.map((call, index) => ({ type: 'tool_use', id: `toolu_${number}_${index + 1}`, ...call }))
}

function plainAnswer(question, context) {
  const name = context.map((text) => text.match(/\b[Mm]y name is (\w+)/)?.[1]).find((found) => found)
  if (/what is my name/i.test(question)) return name ? `Your name is ${name}.` : 'You have not told me your name.'
  if (/what do you know/i.test(question)) {
    const facts = context.flatMap((text) =>
      [...text.matchAll(/^- The customer says: (.+)\.$/gm)].map(([, fact]) => fact),
    )
    return facts.length > 0 ? `You told me: ${[...new Set(facts)].join('; ')}.` : 'Nothing yet.'
  }
  return name ? `You are welcome, ${name}.` : 'You are welcome.'
}

/** Returns what customers said about themselves, and the answers they got. */
function summaryOf(transcript) {
  const lines = transcript.split('\n')
  const told = lines.flatMap((line) => line.match(/\b[Mm]y name is \w+/)?.[0] ?? [])
  const found = lines.flatMap((line) => line.match(/^result: \w+: (Order .+)/)?.[1] ?? [])
  const before = lines.filter((line) => line.startsWith('- '))
  return [...new Set([...before, ...[...told, ...found].map((fact) => `- ${fact}`)])].join('\n')
}

const blocksOf = (content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []))
const textsOf = (content) => blocksOf(content).flatMap(({ text }) => text ?? [])
