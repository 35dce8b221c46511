import type { Framing } from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import { anthropicFraming, anthropicFramingFor } from '@lamella/wire/anthropic'
import { openaiChatFraming } from '@lamella/wire/openai-chat'

export type Vendor = 'other' | 'anthropic' | 'anthropic-tools' | 'openai'

/** What the models of a conversation take in the middle of it. */
export interface VendorFacts {
  /** Two models, between which a conversation changes. */
  readonly models: readonly [string, string]
  readonly framing: Framing
  /** The formats in which a changed text of the owner is an instruction. */
  readonly instructed: readonly string[]
  /** Whether other tools are told in messages. */
  readonly takesTools: boolean
  /** Whether the models bind their thinking. */
  readonly thinks: boolean
}

const claude = ['claude-opus-5-5', 'claude-sonnet-5-5'] as const

/** Vendors by what their models take. All count tokens alike, so that windows mean the same. */
export const vendors: Readonly<Record<Vendor, VendorFacts>> = {
  other: { models: claude, framing: defaultFraming, instructed: [], takesTools: false, thinks: true },
  anthropic: {
    models: claude,
    framing: withCapabilities(anthropicFraming),
    instructed: ['anthropic'],
    takesTools: false,
    thinks: true,
  },
  'anthropic-tools': {
    models: claude,
    framing: withCapabilities(anthropicFramingFor({ model: claude[0], toolChanges: true })),
    instructed: ['anthropic'],
    takesTools: true,
    thinks: true,
  },
  openai: {
    models: ['gpt-5.4', 'gpt-5.4-mini'],
    framing: withCapabilities(openaiChatFraming),
    instructed: ['openai-chat', 'openai-responses'],
    takesTools: false,
    thinks: false,
  },
}

function withCapabilities({ takesInstructions, takesToolChanges }: Framing): Framing {
  return {
    ...defaultFraming,
    ...(takesInstructions && { takesInstructions }),
    ...(takesToolChanges && { takesToolChanges }),
  }
}
