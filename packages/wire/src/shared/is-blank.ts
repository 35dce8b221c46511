/** Whether a text is nothing or spaces alone, which some providers refuse as the text of a block. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  // Nearly always the first character decides, and `trim` of a long text is not free.
  return !(first > 32 && first < 127) && text.trim() === ''
}
