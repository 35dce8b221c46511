// What is stored in a session, as `useChat` shows it.

/** Returns a message for each question, and one for what was answered to it, however many steps that took. */
export function toUIMessages(stored) {
  const shown = []
  for (const { position, message } of stored) {
    const parts = textsOf(message).map((text) => ({ type: 'text', text }))
    const last = shown.at(-1)
    if (message.role === 'tool' || parts.length === 0) continue
    if (message.role === 'assistant' && last?.role === 'assistant') last.parts.push(...parts)
    else shown.push({ id: `stored-${position}`, role: message.role, parts })
  }
  return shown
}

function textsOf({ content }) {
  if (typeof content === 'string') return [content]
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}
