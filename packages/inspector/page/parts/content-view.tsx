import type { FragmentContent } from '@lamella/core'
import type { VNode } from 'preact'
import { type Block, type Turn, turnsOf } from '../../src/model/conversation.ts'
import { useApp } from '../app/app-context.ts'
import { TextView } from './text-view.tsx'
import { Line } from './visible.tsx'

interface ContentViewProps {
  readonly content: FragmentContent | undefined
  /** For a screen reader. */
  readonly label: string
  /** The piece of a text that has this is shown first. */
  readonly find?: string
}

/** A content in full: a text, or messages as a conversation. */
export function ContentView({ content, label, find = '' }: ContentViewProps): VNode {
  if (content === undefined) return <p class="note">This recording does not have the text.</p>
  if (typeof content === 'string') return <TextView text={content} label={label} find={find} />
  return (
    <div class="turns">
      {turnsOf(content).map((turn, index) => (
        // Messages of a fragment have no identity but their order.
        <TurnView key={index} turn={turn} find={find} />
      ))}
    </div>
  )
}

interface TurnViewProps {
  readonly turn: Turn
  readonly find?: string
  /** Shown beside the role. */
  readonly aside?: VNode | undefined
}

/** What one side said, under its role. */
export function TurnView({ turn: { role, blocks }, find = '', aside }: TurnViewProps): VNode {
  return (
    <article class={`turn turn-${/^(?:system|user|assistant|tool)$/.test(role) ? role : 'other'}`}>
      <h3>
        <Line text={role} most={24} />
        {aside}
      </h3>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} find={find} />
      ))}
    </article>
  )
}

const kinds: Readonly<Record<Block['kind'], string>> = {
  text: '',
  thinking: 'thinks',
  call: 'calls',
  result: 'result of',
  other: '',
}

function BlockView({ block, find }: { readonly block: Block; readonly find: string }): VNode {
  const app = useApp()
  const { kind, name = '', id = '', text } = block
  return (
    <div class={`block block-${kind}`}>
      {kind !== 'text' && (
        <p class="block-name">
          {kinds[kind]}{' '}
          <b>
            <Line text={name} most={60} />
          </b>
          {app.ids.value && id !== '' && (
            <span class="faint">
              {' '}
              <Line text={id} most={60} />
            </span>
          )}
        </p>
      )}
      <TextView text={text} label={name} find={find} flat />
    </div>
  )
}
