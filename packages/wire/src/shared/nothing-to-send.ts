import { wireError } from './errors.ts'

/** The error for a context without anything in it. */
export function nothingToSend(): Error {
  return wireError(
    'WIRE_UNENCODABLE',
    'There is nothing to send: neither a system prompt nor a message with anything in it.',
    'Give a message to the build.',
    { path: 'messages' },
  )
}
