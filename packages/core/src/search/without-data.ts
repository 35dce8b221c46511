/** Pictures and keys as base64, of 512 characters or more: data, not words. */
const dataLength = 512
const maybeData = /[A-Za-z0-9+/_=-]+/g

/** Replaces each run of base64 of 512 characters or more in a text by a space. */
export function withoutData(text: string): string {
  // A quantifier in the expression would retry each position of a run, and overflow its stack on a long one.
  return text.length < dataLength ? text : text.replace(maybeData, (run) => (run.length < dataLength ? run : ' '))
}
