import type { features } from '@lamella/tokenizer-heuristic'

interface Library {
  readonly features: typeof features
}

export function machineFile(library: Library): string
