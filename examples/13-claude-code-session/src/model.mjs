// A stand-in for a model, so that the example runs on its own and always prints the same: it answers from what the request
// holds, so it shows that the results of the session are still there.

/** Answers the last message of a request for the OpenAI Chat API. */
export function answerTo({ messages }) {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => text(content))
  const ferry = /ferry (\d+) {2}pier 1 {2}leaves (\S+)/.exec(results.join('\n'))
  if (!ferry) return 'I do not know.'
  return /When/.test(text(messages.at(-1).content)) ? `At ${ferry[2]}.` : `Ferry ${ferry[1]}.`
}

function text(content) {
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')
}
