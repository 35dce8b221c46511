/** Returns text with the passwords of addresses replaced by `***`. */
export function withoutPasswords(text: string): string {
  return text.replace(/\S+/g, hidden).replace(/([?&](?:ssl)?password=)[^\s&'"]*/gi, '$1***')
}

/** Passwords may contain any character, so what is hidden goes up to the last `@`. */
function hidden(word: string): string {
  const scheme = word.search(/postgres(?:ql)?:\/\//)
  const at = word.lastIndexOf('@')
  const colon = scheme < 0 ? -1 : word.indexOf(':', word.indexOf('://', scheme) + 3)
  return colon < 0 || colon > at ? word : `${word.slice(0, colon + 1)}***${word.slice(at)}`
}
