import { objectText } from '../shared/call-input.ts'
import { isRecord, parsedJson } from '../shared/guards.ts'
import { cleanText, type Ledger } from '../shared/ledger.ts'

/**
 * Returns the arguments of a call as the JSON text of an object: the recorded text if there is one that still says the same,
 * otherwise the JSON of the input. OpenAI takes any text; the servers in front of open models parse it, and answer 400 or
 * 500 to each request of the conversation if it is not an object (vllm-project/vllm#43995, local-inference-lab/vllm#684;
 * read on 30 November 2026).
 */
export function argumentsText(ledger: Ledger, input: unknown, recorded: unknown): string {
  if (typeof recorded === 'string' && saysTheSame(recorded, input)) return cleanText(ledger, recorded)
  return objectText(ledger, input)
}

/**
 * Whether recorded arguments still match the call: an input that has changed since (redacted, for example) takes
 * precedence.
 */
function saysTheSame(recorded: string, input: unknown): boolean {
  try {
    return isRecord(input) && JSON.stringify(JSON.parse(recorded)) === JSON.stringify(input)
  } catch {
    return false
  }
}

/** Parsed arguments of a call. */
interface DecodedArguments {
  readonly input: unknown
  /** The text itself, if the value cannot represent it. */
  readonly recorded: string | undefined
}

// Sixteen digits or an exponent: a double may not represent the number exactly.
const delicateNumber = /\d{16}|\d[eE]/
// The last quote is optional, so that no attempt fails and matching takes linear time.
const jsonStrings = /"(?:[^"\\]|\\.)*"?/g

/**
 * Reads arguments as a JSON value. If it cannot represent the numbers of the text, such as integers too large for a double,
 * the text itself is kept as well, and the encoder writes that. What is not JSON (models do write that) is read as a text.
 * An empty text and `null` mean no arguments.
 */
export function decodeArguments(text: string): DecodedArguments {
  if (['', 'null'].includes(text.trim())) return { input: {}, recorded: undefined }
  const input = parsedJson(text)
  if (input === undefined) return { input: text, recorded: undefined }
  return { input, recorded: hasDelicateNumber(text) ? text : undefined }
}

function hasDelicateNumber(text: string): boolean {
  return delicateNumber.test(text) && delicateNumber.test(text.replace(jsonStrings, ''))
}
