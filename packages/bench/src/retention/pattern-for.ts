/** The pattern with which a model would search for a subject: its words, upper and lower case alike. */
export function patternFor(subject: string): string {
  return `(?i)${subject.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`
}
