import type { Ceiling } from './ceiling.ts'

/** The ceilings of the entries of the core. */
export const coreCeilings: Readonly<Record<string, Ceiling>> = {
  '@lamella/core': {
    bytes: 57_700,
    values: 15,
    because:
      'runs that a process has already are 700; limits beside the tokens are 4,000, pages and seconds of files 3,000; what a store does to messages before they are sent is 100, what a request costs 500; every user loads it, in browsers and workers too. A quarter is runs, with 1,000 for what a turn keeps through a cut and 700 for what goes on behind a summary of the provider; openRun and the reading of stores are 5,000, with 200 for what a provider summarized; what a cut leaves as a digest 1,500, what tracers follow 300, what a report tells in detail for recordings 200, a fifth checks what users and layers give, and says how to fix it; a ' +
      'quarter is the planner with the pairing of tools and approvals; an eighth the report. The check of messages takes 1,500, ' +
      'since it knows the shapes of six other formats by their fields. Texts of errors and reports are 3,300',
  },
  '@lamella/core/adapter': {
    bytes: 19_400,
    values: 14,
    because:
      'runs that a process has already are 1,000; runs in a store, which it shares with openRun, are a half; the comparison of what a host gives with its session a tenth, the ' +
      'forms that hosts keep a tenth, the options of all adapters with their checks a tenth and 200, of which observers and what was sent are 200. An adapter loads it with the core',
  },
  '@lamella/core/search': {
    bytes: 7_100,
    values: 26,
    because:
      'what stores that search share: scores by words, joining with all vectors or with the nearest, and of several kinds, and the care for embedders ' +
      'that fail are a third each. Pure functions; a store loads it with `/store`, which holds the checks',
  },
  '@lamella/core/plan': {
    bytes: 4_900,
    values: 6,
    because:
      'the planner for a page that shows how a budget is shared, and what a request costs: no layer, no counting, no builder',
  },
  '@lamella/core/plugin': {
    bytes: 22_000,
    values: 64,
    because:
      'binary data in texts is 500; pairs of letters, which two estimates share, are 200; the bound of a body and the length of files are 3,000; the snapshot of a context is 1,100; nine names are for tools with executors, which blocks, layers and other plugins share; ' +
      'tools of which a plugin takes some and a bundler leaves the rest. Messages are checked and cut here as in the builder, ' +
      'so a program that has both loads them once',
  },
  '@lamella/core/store': {
    bytes: 27_200,
    values: 79,
    because:
      'runs that a process has already are 700; a method of a store checks its arguments with one function each; blobs beside any session store, with their copies and sweeps, are eleven names and 1,600; reading and writing exported sessions takes a quarter, ' +
      'copying between stores an eighth, token counts that outlive a process 1,000, the check of native summaries and the fingerprint of what they replace 700. what is said of an index that is behind 100. The builder loads none of it',
  },
  '@lamella/core/memory': {
    bytes: 17_200,
    values: 6,
    because:
      'four stores with all that a store can have, most of it shared with `/store`. The builder loads none of it',
  },
}
