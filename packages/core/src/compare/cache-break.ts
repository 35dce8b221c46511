import type { Kept } from '../contract/fragment.ts'
import type { CacheBreak, RequestPrefix } from '../contract/report.ts'
import type { PlacedPart, RequestLayout } from '../contract/request-layout.ts'
import { commonLength } from './common-start.ts'
import type { Parting } from './parting.ts'
import { fieldOf } from './same-value.ts'

/** Finds where a request stops repeating another one, and which layer and fragment caused it. */
export function cacheBreak(
  { place, index, why }: Parting,
  { system, fragments }: RequestLayout,
  previous: RequestPrefix,
): CacheBreak | undefined {
  if (why === undefined) return undefined
  const part = place === 'system' ? system[index] : undefined
  const placed = place === 'messages' ? fragments.find(({ to }) => to > index) : undefined
  const layer = (part ?? placed)?.layer.name
  const fragment = part ? fragmentOfPart(part, previous.system[index]) : placed?.kept.fragment.id
  return {
    place,
    index,
    ...(layer === undefined ? {} : { layer }),
    ...(fragment === undefined ? {} : { fragment }),
    why,
  }
}

/** How many fragments of a part may be missing verbatim before the layer is assumed to rewrite all of them. */
const mostUnfound = 50

/**
 * Returns the fragment in which a part begins to differ. Text between two fragments belongs to the second one.
 * `undefined` if the wrapping differs, or if the layer rewrites its fragments so that they are not found.
 */
function fragmentOfPart({ text, kept }: PlacedPart, before: unknown): string | undefined {
  const place = commonLength(text, fieldOf(before, 'content'))
  let end = 0
  let unfound = 0
  let isBehindOne = false
  for (const { fragment, content } of kept as readonly (Kept & { readonly content: string })[]) {
    if (content === '') continue
    const start = text.indexOf(content, end)
    if (start < 0) {
      // Each search starts in the rest of the text: a layer of many escaped fragments must not take long.
      if (++unfound > mostUnfound) return undefined
      isBehindOne = false
      continue
    }
    end = start + content.length
    if (place < start) return isBehindOne ? fragment.id : undefined
    if (place < end) return fragment.id
    isBehindOne = true
  }
  return undefined
}
