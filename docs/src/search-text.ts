/**
 * Returns what the search finds of a page: everything, but of the API pages only the names. Their types and parameters are
 * four fifths of all text, and few look for them. Code is not highlighted, which nobody would see.
 */
export function searchText(place: string, text: string): string {
  const lines = text.split('\n')
  if (place.startsWith('api/')) return lines.filter((line) => /^#{1,3} /.test(line)).join('\n\n')
  return lines.map((line) => line.replace(/^( *(?:`{3,}|~{3,})).*/, '$1')).join('\n')
}
