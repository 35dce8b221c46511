/** Returns the arguments of a call from their JSON. A model may write what is not JSON: it is kept as text, as it is. */
export function parsedInput(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
