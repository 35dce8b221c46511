import { sqlite } from '@lamella/provider-sqlite'
import { onTestFinished } from 'vitest'
import type { OpenStores } from '../shared/stores.ts'

/** Opens a database in memory for one test. Unless it says otherwise, a search indexes everything first. */
export const openInMemory: OpenStores = async (options = {}) => {
  const stores = await sqlite(':memory:', { indexingTime: Number.MAX_SAFE_INTEGER, ...options })
  onTestFinished(() => stores.close())
  return stores
}
