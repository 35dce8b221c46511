export function exactCounter(encoding: string): (text: string) => number
export function published(mark: string): string
