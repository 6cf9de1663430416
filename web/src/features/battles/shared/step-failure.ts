import { type ErrorText, errorText } from '#lib/error-text'
import { errorTexts } from './error-texts.ts'

/** What a participant can do with a battle, as the answers name it. */
export type Step =
  | 'accept'
  | 'reject'
  | 'withdraw'
  | 'requestCancellation'
  | 'takeBackCancellation'
  | 'approveCancellation'

/** What is said of a step that was not taken. */
export const stepFailure = (error: unknown, step: Step): ErrorText => errorText(error, errorTexts[step])
