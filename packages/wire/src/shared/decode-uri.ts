/** Returns a text with the escapes of a URI, such as %3D, decoded; `undefined` if one of them is not valid. */
export function decodeUri(text: string): string | undefined {
  // Most texts have none, and data may be long.
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
