import type { BlockSchema } from '../schema/block-schema.ts'
import type { Imported } from './bytes.ts'
import type { BlockContent, DocumentNotice } from './content.ts'
import type { ChangeTarget, DocumentListener } from './document-event.ts'
import { operationNames, operationsByName } from './operations.ts'
import { findPart } from './perform.ts'
import type { Session } from './session.ts'
import type { CommitOptions, ImportOptions, StructuredDocument } from './structured-document.ts'

/** What the document of a session tells about its block. */
const described = ['schema', 'label', 'permission', 'description', 'agent', 'sharedFrom'] as const

/** The document of a session, as an agent sees it, or as the system does. */
export function makeDocument<Schema extends BlockSchema>(
  session: Session,
  isSystem = false,
): StructuredDocument<Schema> {
  return new BlockDocument(session, isSystem) as unknown as StructuredDocument<Schema>
}

/** The operations of a block, or of one section of it. A class, because documents are made by the hundred. */
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
    // Properties, so that a document can be spread. They change where the stored block does.
    for (const key of described) {
      Object.defineProperty(this, key, { enumerable: true, get: () => session.options()[key] })
    }
    Object.freeze(this)
  }

  static {
    for (const name of ['setText', 'setField'] as const) {
      const { arity } = operationsByName.get(name) as { readonly arity: number }
      Object.defineProperty(BlockDocument.prototype, `${name}InSection`, {
        value(this: BlockDocument, ...all: unknown[]) {
          const [section, system] = [all[arity] ?? '', this.#isSystem]
          const args = [...all.slice(0, arity), ...all.slice(arity + 1)]
          return this.#session.replica().call({ name, section, args, system })
        },
      })
    }
  }

  content(): BlockContent {
    return this.#session.replica().content()
  }

  render(): string {
    return this.#session.replica().render()
  }

  notices(): readonly DocumentNotice[] {
    return this.#session.replica().notices()
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

  commit(options: CommitOptions = {}): void {
    this.#session.replica().commit(options)
  }

  subscribe(listener: DocumentListener): () => void {
    return this.#session.listen(listener)
  }

  subscribeTo(target: ChangeTarget, listener: DocumentListener): () => void {
    return this.#session.listen(listener, target ?? null)
  }

  exportSnapshot(): Uint8Array {
    return this.#session.replica().exportSnapshot()
  }

  exportUpdates(since?: Uint8Array): Uint8Array | undefined {
    return this.#session.replica().exportUpdates(since)
  }

  version(): Uint8Array {
    return this.#session.replica().version()
  }

  import(bytes: Uint8Array | readonly Uint8Array[], options?: ImportOptions): Imported {
    const all = Array.isArray(bytes) ? (bytes as readonly Uint8Array[]) : [bytes]
    return this.#session.replica().import(all, this.#isSystem || options?.system === true)
  }

  close(): void {
    this.#session.close()
  }
}
