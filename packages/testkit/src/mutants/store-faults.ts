import type { Mutant } from './mutant.ts'

/** A correct store, whichever kind it is, asked by the names of its methods. */
export interface Base {
  readonly methods: readonly string[]
  ask<Answer = unknown>(method: string, ...given: readonly unknown[]): Promise<Answer>
}

type Method = (...given: readonly unknown[]) => unknown

/** Methods that take the place of those of a correct store. `undefined`: it has none. */
export type Fault = (base: Base) => Readonly<Record<string, Method | undefined>>

export type Fields = Readonly<Record<string, unknown>>

/** What differs between the kinds of store, for faults that all of them can have. */
export interface StoreKind<Store> {
  readonly prefix: string
  make(): Store
  /** The field of a list in which its items are. */
  readonly items: string
  /** Where ids stand among what each method is given; 0 is the scope. */
  readonly ids: Readonly<Record<string, readonly number[]>>
  /** What is given to the method that puts something in, with its text changed. */
  withText(given: readonly unknown[], change: (text: string) => string): readonly unknown[]
  /** The method that puts something in. */
  readonly put: string
  /** The field of what was found in which its id is. */
  readonly foundId: string
  /** What is given to put a text under an id. */
  withId(given: readonly unknown[], change: (id: unknown) => unknown): readonly unknown[]
  /** Removes what `erase` removes of an owner beside the items in its list. */
  erasedToo?(base: Base, scope: unknown): Promise<void>
}

/** A mutant of one kind of store. */
export function storeMutant<Store>(make: () => Store, code: string, name: string, fault: Fault): Mutant<Store> {
  return {
    code,
    name,
    make: () => {
      const store = make() as unknown as Readonly<Record<string, Method>>
      const ask = async (method: string, ...all: readonly unknown[]): Promise<unknown> => await store[method]?.(...all)
      // Beside its methods a store has the version of its contract.
      const names = Object.keys(store).filter((name) => typeof store[name] === 'function')
      const base = { methods: names, ask } as Base
      const methods = Object.entries({ ...store, ...fault(base) })
      return Object.fromEntries(methods.filter(([, method]) => method !== undefined)) as Store
    },
  }
}

/** Makes a mutant of one kind of store from a fault; the code without what all codes of that kind begin with. */
export type MakeMutant<Store> = (code: string, name: string, fault: Fault) => Mutant<Store>

/** All methods, with what they are given changed. */
export function given(change: (given: readonly unknown[], method: string) => readonly unknown[]): Fault {
  return ({ methods, ask }) =>
    Object.fromEntries(
      methods.map((method) => [
        method,
        method === 'export'
          ? async function* (...all): AsyncGenerator<string, void, undefined> {
              yield* await ask<AsyncIterable<string>>(method, ...change(all, method))
            }
          : async (...all) => await ask(method, ...change(all, method)),
      ]),
    )
}

/** The lines of an export, changed as a whole. */
export function exports(change: (lines: readonly string[]) => readonly string[]): Fault {
  return ({ ask }) => ({
    export: async function* (...all): AsyncGenerator<string, void, undefined> {
      const lines: string[] = []
      for await (const line of await ask<AsyncIterable<string>>('export', ...all)) lines.push(line)
      yield* change(lines)
    },
  })
}

/** One method, with what it gives changed. */
export function gives(method: string, change: (answer: Fields, given: readonly unknown[]) => unknown): Fault {
  return ({ ask }) => ({ [method]: async (...all) => change(await ask(method, ...all), all) })
}

/** One method, with what it is given changed. */
export function takes(method: string, change: (given: readonly unknown[]) => readonly unknown[]): Fault {
  return ({ ask }) => ({ [method]: async (...all) => await ask(method, ...change(all)) })
}

/** The list with one of its items changed, or put there. */
export function at(list: readonly unknown[], index: number, change: (item: unknown) => unknown): readonly unknown[] {
  const changed = [...list]
  changed[index] = change(list[index])
  return changed
}

/** The fields without some of them. */
export function without(fields: unknown, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries((fields ?? {}) as Fields).filter(([name]) => !names.includes(name)))
}

/** Whether a value is a position. */
export const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

/** Leaves a mark and takes it away again, which shows on what is frozen alone. */
export function mark(value: unknown): void {
  if (typeof value === 'object' && value !== null) Reflect.deleteProperty(Object.assign(value, { seen: true }), 'seen')
}

/** Lets others go on first. */
export const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
