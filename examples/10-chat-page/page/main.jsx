// The page: `useChat` of the AI SDK. It sends only the new message, since the server has the session.

import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

// The address names the chat, so that it can be opened again.
const id = new URLSearchParams(location.search).get('chat') ?? 'chat-1'
const transport = new DefaultChatTransport({
  prepareSendMessagesRequest: ({ id, messages }) => ({ body: { id, message: messages.at(-1) } }),
})

function Part({ part }) {
  if (part.type === 'text') return <span>{part.text}</span>
  if (part.type === 'tool-find_order') return <small>Looks for order {part.input?.id} …</small>
  return null
}

function Chat({ said }) {
  const { messages, sendMessage, status, stop, error } = useChat({ id, transport, messages: said })
  const [text, setText] = useState('')
  const isBusy = status === 'submitted' || status === 'streaming'
  const send = (event) => {
    event.preventDefault()
    void sendMessage({ text })
    setText('')
  }
  return (
    <>
      <div role="log" aria-label="Conversation" aria-busy={isBusy}>
        <ol>
          {messages.map(({ id, role, parts, metadata }) => (
            <li key={id} className={role}>
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow
                <Part key={index} part={part} />
              ))}
              {metadata && <small className="tokens">{metadata.tokens.total} tokens of context</small>}
            </li>
          ))}
        </ol>
      </div>
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={send}>
        <input aria-label="Message" value={text} onChange={({ target }) => setText(target.value)} />
        {isBusy ? (
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="submit" disabled={text === ''}>
            Send
          </button>
        )}
      </form>
    </>
  )
}

const said = await (await fetch(`/api/chat/${id}`)).json()
createRoot(document.getElementById('chat')).render(<Chat said={said} />)
