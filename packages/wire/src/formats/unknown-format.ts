import { wireError } from '../shared/errors.ts'
import { wireFormatNames } from './formats.ts'

/** The error for a name that no format has. */
export function unknownFormat(format: string): Error {
  return wireError(
    'WIRE_FORMAT_UNKNOWN',
    `There is no wire format ${JSON.stringify(format)}.`,
    `The formats are ${wireFormatNames.join(', ')}.`,
    { format },
  )
}
