/** Kinds of indexed texts. */
export type Kind = 'message' | 'entry' | 'block'

/** The kinds as the tables have them. */
export const kindNumbers: Readonly<Record<Kind, number>> = { message: 0, entry: 1, block: 2 }
