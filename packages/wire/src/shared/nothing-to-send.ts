import { wireError } from './errors.ts'

/** Creates the error for an empty context. */
export function nothingToSend(): Error {
  return wireError(
    'WIRE_UNENCODABLE',
    'There is nothing to send: the context has no system prompt and no message with content.',
    'Add a message to the build.',
    { path: 'messages' },
  )
}
