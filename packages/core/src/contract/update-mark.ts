/**
 * The mark under `providerOptions.lamella.update` of a message that tells a change inside a run. Its role is `user`, and
 * its text is fenced. Encoders send the owner's as a system or developer message where the format and the model take one.
 */
export interface UpdateMark {
  /** Who wrote what it tells. `data`: everybody but the owner, or several authors. */
  readonly by: 'owner' | 'data'
}
