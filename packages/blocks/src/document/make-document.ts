import type { MemoryPermission } from '../permissions/permission.ts'
import { renderContent } from '../render/render-content.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import type { Imported } from './bytes.ts'
import { badValue } from './check-value.ts'
import type { BlockContent, DocumentNotice, PartContent } from './content.ts'
import type { ChangeTarget, DocumentListener } from './document-event.ts'
import { type OperationName, operationNames, operationsByName } from './operations.ts'
import { readPart } from './read-part.ts'
import type { Replica } from './replica.ts'
import { splitCall } from './split-call.ts'
import type { CommitOptions, DocumentBase, ImportOptions, StructuredDocument } from './structured-document.ts'
import { mustKnowTarget } from './target.ts'

type Method = (...args: unknown[]) => unknown

/** The document of a replica, as an agent sees it, or as the system does. */
export function makeDocument<Schema extends BlockSchema>(
  replica: Replica,
  isSystem: boolean,
): StructuredDocument<Schema> {
  return Object.freeze(new ReplicaDocument(replica, isSystem)) as unknown as StructuredDocument<Schema>
}

/** What stands behind a document that was made here. */
export function replicaOf(document: StructuredDocument): Replica {
  return replicaIn(document as unknown as ReplicaDocument)
}

// Set by the class alone, and no method of it: a document leads to its class, and the class must not lead behind it.
let replicaIn: (document: ReplicaDocument) => Replica
let callIn: (document: ReplicaDocument, name: string, all: readonly unknown[]) => unknown

/** A class, since documents are loaded by the hundred, and fifty functions for each of them are slow to make. */
class ReplicaDocument implements Omit<DocumentBase, 'request'> {
  readonly schema: BlockSchema
  readonly label: string
  readonly permission: MemoryPermission
  readonly description: string | undefined
  readonly agent: string | undefined
  readonly sharedFrom: string | undefined
  readonly #replica: Replica
  readonly #isSystem: boolean

  constructor(replica: Replica, isSystem: boolean) {
    const { schema, label, permission, description, agent, sharedFrom } = replica.options
    this.schema = schema
    this.label = label
    this.permission = permission
    this.description = description
    this.agent = agent
    this.sharedFrom = sharedFrom
    this.#replica = replica
    this.#isSystem = isSystem
  }

  static {
    replicaIn = (document) => document.#replica
    callIn = (document, name, all) => {
      const { operation, section, args } = splitCall(name, all)
      return document.#replica.call(operation, section, args, document.#isSystem)
    }
  }

  content(): BlockContent {
    return contentOf(this.#replica)
  }

  render(): string {
    return renderContent(this.schema, contentOf(this.#replica))
  }

  notices(): readonly DocumentNotice[] {
    return noticesOf(this.#replica)
  }

  asSystem(): StructuredDocument {
    return makeDocument(this.#replica, true)
  }

  async request(name: string, ...all: unknown[]): Promise<unknown> {
    const { operation, section, args } = splitCall(String(name), all)
    return await this.#replica.request(operation, section, args, this.#isSystem)
  }

  section(section: string): Readonly<Record<string, Method>> {
    mustKnowTarget(this.#replica.parts, this.label, { section })
    return sectionMethods(section, (name, all) => callIn(this, name, all))
  }

  commit(options: CommitOptions = {}): void {
    this.#replica.commit(options)
  }

  subscribe(listener: DocumentListener): () => void {
    return this.#replica.listeners.add(mustListen(listener))
  }

  subscribeTo(target: ChangeTarget, listener: DocumentListener): () => void {
    mustKnowTarget(this.#replica.parts, this.label, target)
    return this.#replica.listeners.add(mustListen(listener), target)
  }

  exportSnapshot(): Uint8Array {
    return this.#replica.exportSnapshot()
  }

  exportUpdates(since?: Uint8Array): Uint8Array | undefined {
    return this.#replica.exportUpdates(since)
  }

  version(): Uint8Array {
    return this.#replica.version()
  }

  import(bytes: Uint8Array | readonly Uint8Array[], options?: ImportOptions): Imported {
    const all = Array.isArray(bytes) ? (bytes as readonly Uint8Array[]) : [bytes]
    return this.#replica.import(all, this.#isSystem || options?.system === true)
  }

  close(): void {
    this.#replica.close()
  }
}

for (const operation of operationNames) {
  for (const name of [operation, `${operation}InSection`]) {
    Object.defineProperty(ReplicaDocument.prototype, name, {
      value(this: ReplicaDocument, ...all: unknown[]) {
        return callIn(this, name, all)
      },
    })
  }
}

/** The operations of a section under their own names. */
function sectionMethods(
  section: string,
  call: (name: string, all: readonly unknown[]) => unknown,
): Readonly<Record<string, Method>> {
  return Object.fromEntries(
    operationNames.map((name): readonly [OperationName, Method] => {
      const { arity = 0 } = operationsByName.get(name) ?? {}
      return [name, (...all) => call(`${name}InSection`, [...padded(all, arity), section, ...all.slice(arity)])]
    }),
  )
}

function padded(args: readonly unknown[], arity: number): readonly unknown[] {
  return Array.from({ length: arity }, (_, index) => args[index])
}

function contentOf(replica: Replica): BlockContent {
  return replica.read('content', () => {
    const block = replica.parts.get(undefined)
    if (block !== undefined) return readPart(block).content
    const sections: (readonly [string, PartContent])[] = []
    for (const [name, part] of replica.parts) sections.push([name ?? '', readPart(part).content])
    return { type: 'composite', sections }
  })
}

function noticesOf(replica: Replica): readonly DocumentNotice[] {
  return replica.read('notices', () => [
    ...(replica.isWaiting() ? [{ path: [], problem: 'has updates that wait for others that came before them' }] : []),
    ...replica.strangers().map((name) => ({ path: [], problem: `holds '${name}', which its schema does not have` })),
    ...[...replica.parts.values()].flatMap((part) => readPart(part, Number.POSITIVE_INFINITY).notices),
  ])
}

function mustListen<Listener>(listener: Listener): Listener {
  if (typeof listener !== 'function') throw badValue('listener', 'is not a function')
  return listener
}
