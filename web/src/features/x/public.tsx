export { JoinWithX } from './join-with-x.tsx'
export { useXOutcome } from './use-x-outcome.ts'
export { XConnection } from './x-connection.tsx'
