import {
  type ConformanceCase,
  type SessionSuite,
  sessionAdminSuite,
  sessionCompactionsSuite,
  sessionRunsSuite,
  sessionSearchSuite,
  sessionStoreSuite,
  sessionTransferSuite,
} from '@lamella/testkit'

/** All suites for sessions, for a store with every capability. */
export const sessionSuites: SessionSuite = (make, options): readonly ConformanceCase[] =>
  [
    sessionStoreSuite,
    sessionRunsSuite,
    sessionCompactionsSuite,
    sessionTransferSuite,
    sessionAdminSuite,
    sessionSearchSuite,
  ].flatMap((suite) => suite(make, options))
