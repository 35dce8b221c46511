import './styles/base.css'
import './styles/parts.css'
import './styles/views.css'
import { render } from 'preact'
import { createApp } from './app/app.ts'
import { AppContext } from './app/app-context.ts'
import { openEmbedded } from './app/embedded.ts'
import { Page } from './views/page.tsx'

const app = createApp()
const root = document.getElementById('app')
const embedded = document.getElementById('recording')?.textContent ?? ''
if (root) {
  render(
    <AppContext.Provider value={app}>
      <Page />
    </AppContext.Provider>,
    root,
  )
}
openEmbedded(app, embedded.trim()).catch((error: unknown) => {
  app.problems.value = [...app.problems.value, String(error)]
})
