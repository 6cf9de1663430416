// Visitors and signed-in people import this file, so all other code of the feature loads on demand.

export { keepPassedTrial, useKeepTrial, useWaitingTrial } from './keep-passed-trial.ts'
export { TrialLesson, WaitingTrial } from './late-parts.ts'
export { usePassedTrial } from './passed-trial.ts'
