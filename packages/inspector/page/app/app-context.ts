import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { App } from './app.ts'

/** Gives the state of the page to its components. */
export const AppContext = createContext<App | undefined>(undefined)

/** Returns the state of the page. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('A component is outside of the page.')
  return app
}
