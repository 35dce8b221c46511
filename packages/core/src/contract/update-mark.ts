import type { ToolDefinition } from './message.ts'

/** Tools that are added and removed inside an epoch. A tool that has changed is in both. */
export interface ToolChanges {
  /** Their definitions. */
  readonly added: readonly ToolDefinition[]
  /** Their names. */
  readonly removed: readonly string[]
}

/**
 * The mark under `providerOptions.lamella.update` of a message that tells a change inside a run. Its role is `user`, and
 * its text is fenced. Encoders send the owner's as a system or developer message where the format and the model take one.
 */
export interface UpdateMark {
  /** Who wrote what it tells. `data`: everybody but the owner, or several authors. */
  readonly by: 'owner' | 'data'
  /** It changes the tools: see `Framing.takesToolChanges`. */
  readonly tools?: ToolChanges
}
