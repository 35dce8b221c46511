import { encodeWith } from './encode.ts'
import type { Format, FormatDefinition } from './format.ts'
import type { FormatTypes } from './run.ts'

/**
 * Creates a wire format from its description: the encoders and decoders for the parts of a request, and the provider's
 * limits and rules. The driver does everything that formats have in common.
 *
 * @example
 * export const mine = defineFormat<MyTypes>({ name: 'mine', title: 'My API', ...rest })
 * const { request, losses } = mine.encode(context, { model: 'my-model' })
 */
export function defineFormat<Types extends FormatTypes>(definition: FormatDefinition<Types>): Format<Types> {
  const { name, title, decode, framing, framingFor = () => framing, rules, validate } = definition
  const encode: Format<Types>['encode'] = (context, options = {}) => encodeWith(definition, context, options)
  return Object.freeze({ spec: 1, name, title, encode, decode, framing, framingFor, rules, validate })
}
