import { type ErrorText, errorText } from '#lib/error-text'
import { errorTexts } from './error-texts.ts'

export type Step =
  | 'accept'
  | 'reject'
  | 'withdraw'
  | 'requestCancellation'
  | 'takeBackCancellation'
  | 'approveCancellation'

export const stepFailure = (error: unknown, step: Step): ErrorText => errorText(error, errorTexts[step])
