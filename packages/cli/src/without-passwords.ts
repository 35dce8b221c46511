/** Returns text with the passwords of addresses replaced by `***`. */
export function withoutPasswords(text: string): string {
  return text
    .replace(/(postgres(?:ql)?:\/\/[^\s:@/?#]*:)[^\s]*@/g, '$1***@')
    .replace(/([?&](?:ssl)?password=)[^\s&'"]*/gi, '$1***')
}
