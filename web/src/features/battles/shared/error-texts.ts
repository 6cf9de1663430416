import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  accept: { title: 'Error', description: 'Failed to accept challenge' },
  reject: { title: 'Error', description: 'Failed to reject challenge' },
  withdraw: { title: 'Error', description: 'Failed to withdraw challenge' },
  requestCancellation: { title: 'Error', description: 'Failed to request cancellation' },
  takeBackCancellation: { title: 'Error', description: 'Failed to take the request back' },
  approveCancellation: { title: 'Error', description: 'Failed to approve cancellation' },
  rematch: { title: 'Error', description: 'Failed to ask for a rematch. Please try again.' },
  remind: { title: 'Error', description: 'Failed to change the reminder' },
  gift: { title: 'Gift Failed', description: 'Failed to gift Steeze tokens' },
  vote: { title: 'Failed to Cast Vote', description: 'Please try again', fixed: true },
  settings: { title: 'Error', description: 'Your setting wasn’t saved. Try again.' },
  stream: { title: 'Error', description: 'Your stream wasn’t saved. Try again.' },
  createLink: { title: 'Error', description: 'Your link wasn’t made. Try again.' },
  withdrawLink: { title: 'Error', description: 'Your challenge wasn’t withdrawn. Try again.' },
  createBattle: { title: 'Error', description: 'Failed to create battle. Please try again.', fixed: true },
  ready: { title: 'Error', description: 'The server doesn’t know yet that you’re ready. Try again.' },
  answerRound: { title: 'Your answer didn’t count', description: 'Try the next question.' },
  startPractice: { title: 'Error', description: 'Your practice didn’t start. Try again.' },
  stopPractice: { title: 'Error', description: 'The practice wasn’t stopped. Try again.' },
  reviewMissed: { title: 'Error', description: 'The questions weren’t added to your review. Try again.' },
} as const satisfies Record<string, FailureText>
