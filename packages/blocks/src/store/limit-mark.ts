/**
 * Adds a line to content that is over its limit, so that its reader can shorten it. Limits are soft: nothing is cut.
 *
 * @param limit Characters (UTF-16 units). Without a limit, the content stays unchanged.
 * @example
 * withLimitMark('0123456789', 4) // '0123456789\n[6 characters over the limit of 4]'
 */
export function withLimitMark(content: string, limit: number | undefined): string {
  const over = limit === undefined ? 0 : content.length - limit
  return over <= 0 ? content : `${content}\n[${over} characters over the limit of ${limit}]`
}
