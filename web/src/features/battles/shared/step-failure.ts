import { type ErrorText, errorText, type FailedAction } from '#lib/error-text'

/** What a participant can do with a battle, as the answers name it. */
export type Step =
  | 'accept'
  | 'reject'
  | 'withdraw'
  | 'requestCancellation'
  | 'takeBackCancellation'
  | 'approveCancellation'

const FAILURES: Record<Step, FailedAction> = {
  accept: 'acceptBattle',
  reject: 'rejectBattle',
  withdraw: 'withdrawBattle',
  requestCancellation: 'requestCancellation',
  takeBackCancellation: 'takeBackCancellation',
  approveCancellation: 'approveCancellation',
}

/** What is said of a step that was not taken. */
export const stepFailure = (error: unknown, step: Step): ErrorText => errorText(error, FAILURES[step])
