import type { Fragment, Unit } from '@lamella/core'

/** One unit per fragment; a token is a character. */
export function unitsOf(fragments: readonly Fragment[]): readonly Unit[] {
  return fragments.map((fragment, position) => ({
    id: fragment.id,
    fragments: [fragment],
    position,
    rank: fragment.rank ?? 0,
    pinned: fragment.pinned ?? false,
    page: fragment.page,
    tokens: [fragment.content, ...(fragment.shorter ?? [])].map((form) => form.length),
  }))
}
