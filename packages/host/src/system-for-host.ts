import type { Context, SystemMessage } from '@lamella/core'
import { type Check, checkOptions, isObject } from '@lamella/core/plugin'
import { hostSystemName, hostSystemSeparator } from './host-system.ts'

const mustBeParts: Check = (value) =>
  Array.isArray(value) && value.every(isObject) ? undefined : 'must be a list of system messages'

/**
 * Returns the system prompt of a context as few messages: what a call brought comes out as it was, with its provider options
 * (cache marks), and texts that have none are one message, since some models take only one.
 */
export function systemForHost(
  context: Pick<Context, 'system'>,
  given: readonly SystemMessage[],
): readonly SystemMessage[] {
  const { system } = context ?? {}
  checkOptions('systemForHost', { system, given }, { system: mustBeParts, given: mustBeParts }, ['system', 'given'])
  const text = given.flatMap(({ content }) => (content === '' ? [] : [content])).join(hostSystemSeparator)
  const whole = system.flatMap(({ layer, content, providerOptions }): readonly SystemMessage[] => {
    if (layer === hostSystemName && content === text) return given.filter((message) => message.content !== '')
    return [{ role: 'system', content, ...(providerOptions && { providerOptions }) }]
  })
  const joined: SystemMessage[] = []
  for (const message of whole) {
    const last = joined.at(-1)
    if (last && !last.providerOptions && !message.providerOptions) {
      joined[joined.length - 1] = { role: 'system', content: `${last.content}${hostSystemSeparator}${message.content}` }
    } else joined.push(message)
  }
  return joined
}
