import type { ChangeTarget, DocumentListener } from '../document/document-event.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import { blockError } from '../errors.ts'

/** Documents that were given to callers, all of one block, while the real one can be made anew behind them. */
export interface Lease {
  /** What a caller gets: the same one while somebody has it. */
  give(): StructuredDocument
  /** Whether somebody has it, or listens to it. */
  isGiven(): boolean
  /** Lets listeners of the old document listen to the new one. */
  renew(): void
}

interface Listening {
  readonly state: State
  readonly start: () => () => void
  stop: () => void
}

interface State {
  isOpen: boolean
}

type View = (document: StructuredDocument) => StructuredDocument

/** @param current The real document; a closed one where there is none any more. */
export function createLease(label: string, current: () => StructuredDocument): Lease {
  let given: WeakRef<StructuredDocument> | undefined
  const listening = new Set<Listening>()
  /** What was made from a given document keeps it: it is given back only when nobody has either. */
  const keeps = new WeakMap<object, object>()

  function listen(state: State, start: Listening['start']): () => void {
    const one: Listening = { state, start, stop: start() }
    listening.add(one)
    return () => {
      if (listening.delete(one)) one.stop()
    }
  }

  /** A document that looks like the real one, whichever that is now. Its own `close` ends it alone. */
  function standIn(view: View, state: State, owner?: object): StructuredDocument {
    const real = (): StructuredDocument => view(current())
    const mustBeOpen = (): void => {
      if (state.isOpen) return
      throw blockError('BLOCK_CLOSED', `The document of block '${label}' is closed.`, 'Get it anew.', { label })
    }
    const own: Readonly<Record<string, (...args: never[]) => unknown>> = {
      close: () => {
        state.isOpen = false
        given = undefined
        for (const one of listening) if (one.state === state && listening.delete(one)) one.stop()
      },
      subscribe: (listener: DocumentListener) => listen(state, () => real().subscribe(listener)),
      subscribeTo: (target: ChangeTarget, listener: DocumentListener) =>
        listen(state, () => real().subscribeTo(target, listener)),
      asSystem: () => standIn((document) => view(document).asSystem(), state, proxy),
      section: (name: never) => {
        const section = (real() as unknown as { section(name: never): object }).section(name)
        keeps.set(section, proxy)
        return section
      },
    }
    const proxy: StructuredDocument = new Proxy<StructuredDocument>(Object.create(null), {
      get: (_, key) => {
        const value: unknown = Reflect.get(real(), key)
        if (typeof value !== 'function') return value
        const method = typeof key === 'string' && Object.hasOwn(own, key) ? own[key] : undefined
        return (...args: never[]) => {
          if (key !== 'close') mustBeOpen()
          return method ? method(...args) : Reflect.apply(value, real(), args)
        }
      },
      has: (_, key) => Reflect.has(real(), key),
      ownKeys: () => Reflect.ownKeys(real()),
      getOwnPropertyDescriptor: (_, key) => {
        const found = Reflect.getOwnPropertyDescriptor(real(), key)
        return found && { ...found, configurable: true }
      },
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
      setPrototypeOf: () => false,
      preventExtensions: () => false,
    })
    if (owner !== undefined) keeps.set(proxy, owner)
    return proxy
  }

  return {
    give: () => {
      const known = given?.deref()
      if (known !== undefined) return known
      const made = standIn((document) => document, { isOpen: true })
      given = new WeakRef(made)
      return made
    },
    isGiven: () => listening.size > 0 || given?.deref() !== undefined,
    renew: () => {
      for (const one of listening) one.stop = restarted(one.start)
    },
  }
}

/** A target that the new schema does not have is nothing that could change. */
function restarted(start: () => () => void): () => void {
  try {
    return start()
  } catch {
    return () => {}
  }
}
