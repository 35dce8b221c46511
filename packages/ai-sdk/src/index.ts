export type { HostedRequest } from '@lamella/host'
export type {
  CallOptions,
  LamellaCall,
  LamellaMetadata,
  LamellaOptions,
  StepsOptions,
} from './contract/options.ts'
export type { Lamella } from './lamella.ts'
export { lamella } from './lamella.ts'
export type { StepEnd, StepInput, StepOutput, Steps } from './steps.ts'
