/** Whether a text is empty or only whitespace, which some providers reject as the text of a block. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  // Usually the first character decides, and `trim` of a long text is expensive.
  return !(first > 32 && first < 127) && text.trim() === ''
}
