// Prints a request so that it can be read at a glance. Nothing here is part of Lamella.

const width = 80

/** Prints a title between two rules. */
export function showHeading(title) {
  console.log(`\n${'='.repeat(width)}\n${title}\n${'='.repeat(width)}\n`)
}

/** Prints the memories and the messages; long lists are shown from both ends. */
export function showRequest({ model, messages, tools }) {
  const [system, ...conversation] = messages
  const memories = /^Relevant memories:\n.*\n((?:- .*\n)*)/m.exec(system.content)?.[1].trim().split('\n') ?? []
  console.log(`\nthe request: ${model}, ${messages.length} messages, ${tools.length} tools`)
  console.log(`\nin its system prompt, ${system.content.length} characters, ${memories.length} memories`)
  showList(memories.map((line) => line.slice(2)))
  console.log('\nafter it')
  showList(conversation.map((message) => `${message.role.padEnd(10)} ${gist(message)}`))
}

function gist({ content, tool_calls: calls = [] }) {
  const names = calls.map((call) => call.function.name)
  const text = (content ?? '').replace(/\s+/g, ' ')
  return [names.length > 0 ? `[calls ${names.join(', ')}]` : '', text].filter(Boolean).join(' ')
}

function showList(lines) {
  const [head, tail] = lines.length > 9 ? [lines.slice(0, 5), lines.slice(-3)] : [lines, []]
  for (const line of head) showLine(line)
  if (tail.length > 0) showLine(`… ${lines.length - 8} more …`)
  for (const line of tail) showLine(line)
}

function showLine(line) {
  console.log(`  ${line.length > width - 2 ? `${line.slice(0, width - 3)}…` : line}`)
}
