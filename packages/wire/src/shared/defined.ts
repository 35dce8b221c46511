/** An object without the fields that are undefined. */
export type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & { [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined> }

/**
 * Returns an object without the fields that are undefined: requests, and canonical messages, do not have them. One copy for
 * each call: not for parts of messages, of which there are many.
 */
export function defined<const Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
}

/** Returns a list, or `undefined` for an empty one, which APIs reject. */
export function orNone<List extends readonly unknown[]>(list: List): List | undefined {
  return list.length > 0 ? list : undefined
}
