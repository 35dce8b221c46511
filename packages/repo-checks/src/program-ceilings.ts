import type { Ceiling } from './ceiling.ts'

/** A program, and the most it may add to a page: minified, gzipped, with all that it imports. */
export interface ProgramCeiling extends Omit<Ceiling, 'values'> {
  readonly code: string
}

/** By the contents of the program. */
export const programCeilings: Readonly<Record<string, ProgramCeiling>> = {
  'the builder': {
    code: "export { createContext, createRegistry, defineLayer, plan } from '@lamella/core'",
    bytes: 49_500,
    because:
      'counts of text in no language are 400; limits beside the tokens are 4,000, pages and seconds of files 3,000; ' +
      'what a page or a worker loads that builds contexts with layers of its own: the core without two policies, the logger and ' +
      'the errors of plugins, which a bundler leaves out. Digests are 1,500, runs behind a summary of the provider 700, tracers 300, details of a report 200. With runs, 27,000 is what it should come to',
  },
  'a streamed answer of OpenAI Chat': {
    code: "export { decodeOpenAIChatStream } from '@lamella/wire/openai-chat'",
    bytes: 12_100,
    because:
      'what a page loads that only shows answers: the reader of server-sent events and JSON, the reducer and the decoder of ' +
      'one format, with errors and checks of options from the core. No encoder and no rules',
  },
  'the builder, the standard layers and OpenAI Chat': {
    code: `
      export { createContext } from '@lamella/core'
      export { standardLayers } from '@lamella/layers'
      export { toOpenAIChat } from '@lamella/wire/openai-chat'
    `,
    bytes: 97_700,
    because:
      'binary data in texts, which is named where a text is shortened, is 600; limits beside the tokens, and the texts for what gives way by them, are 9,000 with the length of files; ' +
      'a half is the core, a sixth the standard layers, with none of compression, activity and tool rules; the encoder is a ' +
      'quarter, a half of it what all formats share, and none of it rules of requests. Native summaries are 1,200. The digest, pins and rungs of results are 17,000, of which the reading of sentences is 9,000. 36,000 is what it should come to',
  },
}
