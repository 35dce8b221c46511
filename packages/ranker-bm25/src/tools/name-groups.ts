/** Names by a key that several may have. A key with one name keeps it without a set, since most have one. */
export class NameGroups {
  readonly #names = new Map<string, string | Set<string>>()

  of(key: string): Iterable<string> {
    const names = this.#names.get(key)
    return typeof names === 'string' ? [names] : (names ?? [])
  }

  add(key: string, name: string): void {
    const names = this.#names.get(key)
    if (names === undefined || names === name) this.#names.set(key, name)
    else if (typeof names === 'string') this.#names.set(key, new Set([names, name]))
    else names.add(name)
  }

  remove(key: string, name: string): void {
    const names = this.#names.get(key)
    if (names === name) this.#names.delete(key)
    else if (typeof names === 'object') names.delete(name)
  }
}
