/** Kinds of indexed texts. */
export type Kind = 'message' | 'entry' | 'block'

/** The kinds as the tables have them. */
export const kindNumbers: Readonly<Record<Kind, number>> = { message: 0, entry: 1, block: 2 }

/** One kind of text of one owner: its part of the index. */
export interface IndexPart {
  /** As stored (`toStored`). */
  readonly tenant: string
  readonly owner: number
  readonly kind: Kind
}

/** Returns the values of the columns `tenant`, `owner` and `kind`, in this order. */
export function keysOf({ tenant, owner, kind }: IndexPart): readonly [string, number, number] {
  return [tenant, owner, kindNumbers[kind]]
}
