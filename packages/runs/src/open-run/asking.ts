import type { LamellaError } from '@lamella/core'
import { requestInvalid } from '../request/check-asked.ts'

/** Requests of one object that are built at the same time: which of them an answer is for, only a name says. */
export interface Asking {
  /** @throws LamellaError `REQUEST_INVALID` if another request is being built, and one of the two has no name */
  during<Built>(operation: string | undefined, build: () => Promise<Built>): Promise<Built>
  /** @throws LamellaError `REQUEST_INVALID` if the last request was built at the same time as another one */
  mustBeOne(): void
}

export function createAsking(): Asking {
  const building: { readonly operation: string | undefined }[] = []
  let isOne = true
  return {
    during: async (operation, build) => {
      const isAlone = building.length === 0
      if (!isAlone && [...building, { operation }].some((one) => one.operation === undefined)) {
        throw unnamed('Another request of this run is being built, and one of the two has no operation.')
      }
      isOne = isAlone || building.every((one) => one.operation === operation)
      const one = { operation }
      building.push(one)
      try {
        return await build()
      } finally {
        building.splice(building.indexOf(one), 1)
      }
    },
    mustBeOne: () => {
      if (!isOne) throw unnamed('Two requests of this run were built at the same time, and append names neither.')
    },
  }
}

function unnamed(what: string): LamellaError<'REQUEST_INVALID'> {
  const fix =
    'Await next() and append the answer before the next question; or name each request with operation, also in append.'
  return requestInvalid('operation', what, fix)
}
