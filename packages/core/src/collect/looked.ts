import type { LayerRequest } from '../contract/layer.ts'
import type { UserMessage } from '../contract/message.ts'
import type { Session } from '../contract/sources.ts'

/** What of a request a layer has looked at, while it loaded and after. */
export interface Looked {
  message: boolean
  /** More than its length. */
  session: boolean
}

/** Returns the request of a layer, and notes in `looked` what the layer looks at. Without a new message it has no such key. */
export function watchedRequest(
  { message, session, ...request }: Omit<LayerRequest, 'signal' | 'limit'>,
  own: Pick<LayerRequest, 'limit' | 'signal'>,
  looked: Looked,
): LayerRequest {
  const watched = { ...request, ...own, session: watchedSession(session, looked) }
  if (message !== undefined) {
    const get = (): UserMessage => {
      looked.message = true
      return message
    }
    Object.defineProperty(watched, 'message', { enumerable: true, get })
  }
  return watched as LayerRequest
}

function watchedSession(session: Session, looked: Looked): Session {
  return new Proxy(session, {
    get: (target, key) => {
      if (key !== 'length') looked.session = true
      return Reflect.get(target, key, target)
    },
  })
}
