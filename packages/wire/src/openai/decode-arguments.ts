/** Parsed arguments of a call. */
export interface DecodedArguments {
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
  try {
    return { input: JSON.parse(text), recorded: hasDelicateNumber(text) ? text : undefined }
  } catch {
    return { input: text, recorded: undefined }
  }
}

function hasDelicateNumber(text: string): boolean {
  return delicateNumber.test(text) && delicateNumber.test(text.replace(jsonStrings, ''))
}
