import type { featureNames, features } from '@lamella/tokenizer-heuristic'

interface Library {
  readonly featureNames: typeof featureNames
  readonly features: typeof features
}

export function machineFile(library: Library): string
