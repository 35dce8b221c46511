/** How many characters of a URL may precede its data. */
export const longestHead = 200

/** Returns where base64 begins in a text: after the head of a data URL, or at the start. */
export function dataStart(text: string): number | undefined {
  const head = text.slice(0, longestHead)
  // Base64 has no colon.
  if (!head.includes(':')) return 0
  const comma = head.indexOf(',')
  return comma > 0 && /^data:.*;base64$/i.test(head.slice(0, comma)) ? comma + 1 : undefined
}
