import type { VNode } from 'preact'

/** What to do with a page that shows nothing yet. */
export function Welcome(): VNode {
  return (
    <main id="main" class="welcome">
      <h2>Drop a recording here</h2>
      <p>
        Or a session of Claude Code, Codex, pi, Cline, Gemini CLI or ChatGPT, or a request as it goes to OpenAI (Chat,
        Responses), Anthropic, Gemini or Bedrock: a JSON file, or one with a request in each line. <q>Open…</q> does the
        same.
      </p>
      <pre class="text">{`import { recorder } from '@lamella/inspector'
import { recordTo } from '@lamella/inspector/node'

builder.observe(recorder(recordTo('agent.jsonl')))`}</pre>
      <p>Files are read in this page and go nowhere.</p>
    </main>
  )
}
