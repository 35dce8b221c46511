import type { TextSource } from '@lamella/core'
import type { SourceText } from '@lamella/core/plugin'
import type { Mutant } from './mutant.ts'
import { type CorrectSource, sourceFaults } from './sources.ts'

const correct: CorrectSource<SourceText | undefined> = {
  own: () => ({ text: 'Be kind.', from: 'SOUL.md' }),
  none: () => undefined,
  other: () => ({ text: 'Be brief.', from: 'SOUL.md' }),
  withNotices: (notices) => ({ text: 'Be kind.', notices }),
  misshapen: () => ({ text: ['Be kind.'] }),
}

/** Text sources with one fault each. */
export const textSourceMutants: readonly Mutant<TextSource>[] = sourceFaults('TEXT_SOURCE', correct, (read) => ({
  read,
}))
