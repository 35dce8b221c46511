import { sqlite } from '@lamella/provider-sqlite'
import { onTestFinished } from 'vitest'
import type { OpenStores } from '../shared/stores.ts'

/** Opens a database in memory for one test. */
export const openInMemory: OpenStores = async (options = {}) => {
  const stores = await sqlite(':memory:', options)
  onTestFinished(() => stores.close())
  return stores
}
