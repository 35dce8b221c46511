/** Arguments of a call, read. */
export interface DecodedArguments {
  readonly input: unknown
  /** The text itself, where the value cannot say the same. */
  readonly recorded: string | undefined
}

// Sixteen digits or an exponent: a double may not say the same.
const delicateNumber = /\d{16}|\d[eE]/
// The last quote may be missing, so that no attempt fails and the whole takes linear time.
const jsonStrings = /"(?:[^"\\]|\\.)*"?/g

/**
 * Arguments as a JSON value. Where it cannot say the same as the text (models do write broken JSON, and whole numbers that
 * no double holds), the text itself is kept beside it, and the encoder writes that. No text at all means no arguments.
 */
export function decodeArguments(text: string): DecodedArguments {
  if (text.trim() === '') return { input: {}, recorded: undefined }
  try {
    return { input: JSON.parse(text), recorded: hasDelicateNumber(text) ? text : undefined }
  } catch {
    return { input: text, recorded: text }
  }
}

function hasDelicateNumber(text: string): boolean {
  return delicateNumber.test(text) && delicateNumber.test(text.replace(jsonStrings, ''))
}
