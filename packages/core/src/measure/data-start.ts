/** How many characters of an address may come before its data. */
export const longestHead = 200

/** Where base64 begins in a text: behind the head of a data URL, or at once. */
export function dataStart(text: string): number | undefined {
  const head = text.slice(0, longestHead)
  // Base64 has no colon.
  if (!head.includes(':')) return 0
  const comma = head.indexOf(',')
  return comma > 0 && /^data:.*;base64$/i.test(head.slice(0, comma)) ? comma + 1 : undefined
}
