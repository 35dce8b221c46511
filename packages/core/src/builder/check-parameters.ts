import type { Parameters } from '../contract/parameters.ts'
import {
  type Check,
  type Checks,
  checkOptions,
  isObject,
  mustBeFinite,
  mustBeObject,
  mustBeText,
  mustBeTexts,
} from '../options.ts'

const mustBeChoice: Check = (value) => {
  const isWord = value === 'auto' || value === 'none' || value === 'required'
  const isTool = isObject(value) && value['type'] === 'tool' && typeof value['toolName'] === 'string'
  return isWord || isTool ? undefined : "must be 'auto', 'none', 'required', or { type: 'tool', toolName }"
}

/** Which values a provider accepts is up to the wire format. */
const checks: Checks<Parameters> = {
  model: mustBeText,
  temperature: mustBeFinite,
  topP: mustBeFinite,
  maxOutputTokens: mustBeFinite,
  stopSequences: mustBeTexts,
  seed: mustBeFinite,
  toolChoice: mustBeChoice,
  providerOptions: mustBeObject,
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkParameters(parameters: Parameters): Parameters {
  return checkOptions('parameters', parameters, checks)
}
