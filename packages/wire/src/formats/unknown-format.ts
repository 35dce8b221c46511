import { wireError } from '../shared/errors.ts'
import { wireFormatNames } from './formats.ts'

/** Creates the error for an unknown format name. */
export function unknownFormat(format: string): Error {
  return wireError(
    'WIRE_FORMAT_UNKNOWN',
    `Unknown wire format ${JSON.stringify(format)}.`,
    `Use one of ${wireFormatNames.join(', ')}.`,
    { format },
  )
}
