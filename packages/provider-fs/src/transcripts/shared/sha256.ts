const encoder = new TextEncoder()

/** Returns the SHA-256 of a text in UTF-8, as hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Writes a value as JSON with sorted keys, without the fields of one name. */
export function sortedJson(value: unknown, without: string): string {
  return JSON.stringify(value, (key, held: unknown) => {
    if (key === without) return undefined
    if (typeof held !== 'object' || held === null || Array.isArray(held)) return held
    return Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
