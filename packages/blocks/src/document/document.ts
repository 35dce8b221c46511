import type { BlockSchema } from '../schema/block-schema.ts'
import type { Imported } from './bytes.ts'
import type { BlockContent } from './content.ts'
import type { ChangeTarget, DocumentListener } from './document-event.ts'
import { findPart } from './find-call.ts'
import { operationNames } from './operations.ts'
import type { Replica } from './replica.ts'
import type { Session } from './session.ts'
import type { ImportOptions, StructuredDocument } from './structured-document.ts'

/** The properties of a document that describe its block. */
const described = ['schema', 'label', 'permission', 'description', 'agent', 'sharedFrom'] as const

/** The methods of a document that its replica provides. */
const forwarded = [
  'render',
  'notices',
  'commit',
  'exportSnapshot',
  'exportUpdates',
  'version',
] as const satisfies readonly (keyof Replica)[]

/** A session's document, as used by an agent or by the system. */
export function makeDocument<Schema extends BlockSchema>(
  session: Session,
  isSystem = false,
): StructuredDocument<Schema> {
  return new BlockDocument(session, isSystem) as unknown as StructuredDocument<Schema>
}

/** The operations of a block, or of one section of it. A class, because programs create hundreds of documents. */
class Operations {
  readonly #session: Session
  readonly #section: string | undefined
  readonly #isSystem: boolean

  constructor(session: Session, section: string | undefined, isSystem: boolean) {
    this.#session = session
    this.#section = section
    this.#isSystem = isSystem
  }

  static {
    for (const name of operationNames) {
      Object.defineProperty(Operations.prototype, name, {
        value(this: Operations, ...args: unknown[]) {
          const [section, system] = [this.#section, this.#isSystem]
          return this.#session.replica().call({ name, section, args, system })
        },
      })
    }
  }

  async request(name: string, ...args: unknown[]): Promise<unknown> {
    const [section, system] = [this.#section, this.#isSystem]
    return await this.#session.replica().request({ name, section, args, system })
  }
}

class BlockDocument extends Operations {
  readonly #session: Session
  readonly #isSystem: boolean

  constructor(session: Session, isSystem: boolean) {
    super(session, undefined, isSystem)
    this.#session = session
    this.#isSystem = isSystem
    // Own properties, so that a document can be spread. Getters, because the stored block may change.
    for (const key of described) {
      Object.defineProperty(this, key, { enumerable: true, get: () => session.options()[key] })
    }
    Object.freeze(this)
  }

  static {
    for (const name of forwarded) {
      Object.defineProperty(BlockDocument.prototype, name, {
        value(this: BlockDocument, argument: never) {
          return this.#session.replica()[name](argument)
        },
      })
    }
  }

  content(): BlockContent {
    return this.#session.replica().content()
  }

  asSystem(): StructuredDocument {
    return makeDocument(this.#session, true)
  }

  section(name: string): Operations {
    const { parts, options } = this.#session.replica()
    findPart(parts, options.label, name ?? '', 'section')
    const section = new Operations(this.#session, name, this.#isSystem)
    Object.freeze(section)
    return section
  }

  subscribe(listener: DocumentListener, target?: ChangeTarget): () => void {
    return this.#session.listen(listener, target)
  }

  import(bytes: Uint8Array | readonly Uint8Array[], options?: ImportOptions): Imported {
    const all = Array.isArray(bytes) ? (bytes as readonly Uint8Array[]) : [bytes]
    return this.#session.replica().import(all, this.#isSystem || options?.system === true)
  }

  close(): void {
    this.#session.close()
  }
}
