/** A tool that was found for a query. */
export interface FoundTool {
  readonly name: string
  /** Whether it fits; `false` if it is only among the nearest. Absent: it fits. */
  readonly confident?: boolean
}

/** Finds tools, and whatever else has a name and a description, by what they do. `toolIndex` of `@lamella/ranker-bm25/tools` makes one. */
export interface ToolFinder {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /**
   * Returns the tools that fit or are nearest to fitting, best first, at most `limit`; none if nothing is near. `filter` says
   * which may be found.
   */
  search(
    query: string,
    options: { readonly limit: number; readonly filter: (name: string) => boolean },
  ): readonly FoundTool[]
}
