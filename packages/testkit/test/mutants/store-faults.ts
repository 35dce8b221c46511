import type { Mutant } from './mutant.ts'

/** A correct store of any kind, called by method name; the method of a capability by `runs.read` and the like. */
export interface Base {
  readonly methods: readonly string[]
  ask<Answer = unknown>(method: string, ...given: readonly unknown[]): Promise<Answer>
}

export type Method = (...given: readonly unknown[]) => unknown

/** Methods that replace those of a correct store. `undefined` removes the method. */
export type Fault = (base: Base) => Readonly<Record<string, Method | undefined>>

export type Fields = Readonly<Record<string, unknown>>

/** The differences between the kinds of stores, for faults that all of them can have. */
export interface StoreKind<Store> {
  readonly prefix: string
  make(): Store
  /** The field of a list that contains its items. */
  readonly items: string
  /** The argument positions of ids in each method; 0 is the scope. */
  readonly ids: Readonly<Record<string, readonly number[]>>
  /** The arguments of the `put` method, with the text changed. */
  withText(given: readonly unknown[], change: (text: string) => string): readonly unknown[]
  /** The method that stores an item. */
  readonly put: string
  /** The method that erases a scope. Default `erase`. */
  readonly erase?: string
  /** The field of a hit that contains its id. */
  readonly foundId: string
  /** The arguments of the `put` method, with the id changed. */
  withId(given: readonly unknown[], change: (id: unknown) => unknown): readonly unknown[]
  /** Removes what `erase` removes of an owner, except the items in its list. */
  erasedToo?(base: Base, scope: unknown): Promise<void>
}

/** Creates a mutant of one kind of store. */
export function storeMutant<Store>(make: () => Store, code: string, name: string, fault: Fault): Mutant<Store> {
  return {
    code,
    name,
    make: () => {
      const store = flat(make() as Fields)
      const ask = async (method: string, ...all: readonly unknown[]): Promise<unknown> =>
        await (store[method] as Method | undefined)?.(...all)
      // In addition to its methods, a store has a contract version.
      const names = Object.keys(store).filter((name) => typeof store[name] === 'function')
      return nested({ ...store, ...fault({ methods: names, ask } as Base) }) as Store
    },
  }
}

/** Names the methods of capabilities with the names of both. */
function flat(store: Fields): Fields {
  const pairs = Object.entries(store).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([method, inner]) => [`${name}.${method}`, inner] as const)
      : [[name, value] as const],
  )
  return Object.fromEntries(pairs)
}

/** The store of such names, without what is undefined. */
function nested(store: Fields): Fields {
  const made: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(store)) {
    if (value === undefined) continue
    const [capability = name, method] = name.split('.')
    made[capability] = method === undefined ? value : { ...(made[capability] as object), [method]: value }
  }
  return made
}

/** Creates a mutant of one kind of store from a fault. `code` omits the prefix of that kind. */
export type MakeMutant<Store> = (code: string, name: string, fault: Fault) => Mutant<Store>

/** Changes the arguments of all methods. */
export function given(change: (given: readonly unknown[], method: string) => readonly unknown[]): Fault {
  return ({ methods, ask }) =>
    Object.fromEntries(
      methods.map((method) => [
        method,
        method === 'transfer.export'
          ? async function* (...all): AsyncGenerator<string, void, undefined> {
              yield* await ask<AsyncIterable<string>>(method, ...change(all, method))
            }
          : async (...all) => await ask(method, ...change(all, method)),
      ]),
    )
}

/** Changes the lines of an export, as a whole. */
export function exports(change: (lines: readonly string[]) => readonly string[]): Fault {
  return ({ ask }) => ({
    'transfer.export': async function* (...all): AsyncGenerator<string, void, undefined> {
      const lines: string[] = []
      for await (const line of await ask<AsyncIterable<string>>('transfer.export', ...all)) lines.push(line)
      yield* change(lines)
    },
  })
}

/** Changes the result of one method. */
export function gives(method: string, change: (answer: Fields, given: readonly unknown[]) => unknown): Fault {
  return ({ ask }) => ({ [method]: async (...all) => change(await ask(method, ...all), all) })
}

/** Changes the arguments of one method. */
export function takes(method: string, change: (given: readonly unknown[]) => readonly unknown[]): Fault {
  return ({ ask }) => ({ [method]: async (...all) => await ask(method, ...change(all)) })
}

/** Returns the list with one of its items changed or added. */
export function at(list: readonly unknown[], index: number, change: (item: unknown) => unknown): readonly unknown[] {
  const changed = [...list]
  changed[index] = change(list[index])
  return changed
}

/** Returns the fields without some of them. */
export function without(fields: unknown, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries((fields ?? {}) as Fields).filter(([name]) => !names.includes(name)))
}

/** Whether a value is a position. */
export const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

/** Adds a mark and removes it again, which only frozen values reveal. */
export function mark(value: unknown): void {
  if (typeof value === 'object' && value !== null) Reflect.deleteProperty(Object.assign(value, { seen: true }), 'seen')
}

/** Lets other calls run first. */
export const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Returns what JSON keeps; the value itself if JSON refuses it. */
export function plainOf(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown
  } catch {
    return value
  }
}
