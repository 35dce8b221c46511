/** A tool that fits a query. */
export interface FoundTool {
  readonly name: string
}

/** Finds tools by what they do. `toolIndex` of `@lamella/ranker-bm25/tools` makes one. */
export interface ToolFinder {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /** Returns the tools that fit, best first, at most `limit`; none if none fits. `filter` says which may be found. */
  search(
    query: string,
    options: { readonly limit: number; readonly filter: (name: string) => boolean },
  ): readonly FoundTool[]
}
