import type { heuristic, simple } from '@lamella/tokenizer-heuristic'

interface Library {
  readonly heuristic: typeof heuristic
  readonly simple: typeof simple
}

export function fixtureTable(library: Library): string
export function dataTable(library: Library, data: string | undefined): string | undefined
export function pieces(text: string): string[]
