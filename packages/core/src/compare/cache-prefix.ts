import type { Counter } from '../contract/counter.ts'
import type { RequestPrefix } from '../contract/report.ts'
import type { RequestLayout } from '../contract/request-layout.ts'
import { commonLength, commonMessage } from './common-start.ts'
import type { Parting } from './parting.ts'
import { fieldOf, sameFields } from './same-value.ts'

/**
 * Counts the tokens of a request before it diverges from another one: those of the equal items, plus the common start
 * of the first text that differs (nothing if its provider options differ). 0 if nothing is repeated: request framing
 * counts only together with content. Never more than the whole request.
 */
export function prefixTokens(
  parting: Parting,
  layout: RequestLayout,
  request: RequestPrefix,
  previous: RequestPrefix,
  counter: Counter,
): number {
  const { place, index } = parting
  if (place === 'tools') return index === 0 ? 0 : layout.start + counter.tools(request.tools.slice(0, index))
  const tokens =
    place === 'system'
      ? systemTokens(index, layout, previous, counter)
      : messageTokens(index, layout, previous, counter)
  return tokens > layout.start ? tokens : 0
}

function systemTokens(index: number, layout: RequestLayout, { system }: RequestPrefix, counter: Counter): number {
  const part = layout.system[index]
  if (!part) return layout.system.at(-1)?.end ?? layout.tools
  const before = system[index]
  // The part of a build has no options.
  const common = sameFields({}, before, ['providerOptions']) ? commonLength(part.text, fieldOf(before, 'content')) : 0
  if (common === 0) return part.start
  return Math.min(part.end, part.textStart + counter.text(part.text.slice(0, common)))
}

function messageTokens(index: number, layout: RequestLayout, { messages }: RequestPrefix, counter: Counter): number {
  const { fragments, system } = layout
  // The first fragment that is not repeated entirely.
  const fragment = fragments.find(({ to }) => to > index)
  const message = fragment?.messages[index - fragment.from]
  if (!fragment || !message) return fragments.at(-1)?.end ?? system.at(-1)?.end ?? layout.tools
  const whole = fragment.start + counter.content(fragment.messages.slice(0, index - fragment.from))
  const common = commonMessage(message, messages[index])
  const part = common ? Math.min(counter.message(common), counter.message(message)) : 0
  return Math.min(fragment.end, whole + part)
}
