import { join } from 'node:path'
import { wireFormatNames } from '@lamella/wire/formats'
import { describe, expect, it } from 'vitest'
import { brokenFiles, openSwitches, programWith } from '../src/kinds.ts'
import { filesBelow, root, shown } from '../src/repo.ts'
import { readSentences } from '../src/sentences.ts'

const audio = `export interface AudioPart { readonly type: 'audio'; readonly audio: string; readonly providerOptions?: ProviderOptions }
export type UserPart = AudioPart |`

describe('a new kind of part', () => {
  const program = programWith((messages) => messages.replace('export type UserPart =', () => audio))

  it('does not compile where it is counted, checked, searched, summarized and shown', () => {
    const files = [
      'packages/cli/src/text/message-lines.ts',
      'packages/core/src/measure/counter.ts',
      'packages/core/src/messages/message-problem.ts',
      'packages/core/src/messages/message-text.ts',
      'packages/compaction/src/compression/transcript.ts',
    ]
    expect(brokenFiles(program, files)).toEqual(files)
  })

  it.each(wireFormatNames)('does not compile in the encoder and the decoder of %s', (name) => {
    const own = brokenFiles(program, filesBelow(join(root, 'packages/wire/src', name), '.ts').map(shown))
    expect(own.join(' ')).toMatch(/encode/)
    expect(own.join(' ')).toMatch(/decode/)
  })

  it("is not left to a switch's default", () => {
    expect(openSwitches(program)).toEqual([])
  })

  // What `sentences.test.ts` says, for all packages: here, since resolving their types takes most of the time.
  it('leaves no code that takes sentences apart', () => {
    expect(readSentences(program)).toEqual([])
  })
})
