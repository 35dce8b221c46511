import { onContentUpdated, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import './style.css'

let end: (() => void) | undefined

/** Begins the playground on its page, and ends it where the reader goes on. */
async function playground(): Promise<void> {
  end?.()
  end = undefined
  const root = document.getElementById('playground-app')
  if (!root) return
  const { startPlayground } = await import('../../playground/start.ts')
  end = await startPlayground(root)
}

const theme: Theme = {
  extends: DefaultTheme,
  setup: () => onContentUpdated(() => void playground()),
}

export default theme
