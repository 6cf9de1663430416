import type { AppError } from '../app-error.ts'

export interface AccessRules {
  /** Returns SQL for the restriction of a user, given an expression for their id. It is read with every session. */
  restriction(userId: string): string
  refusal(userId: string, restriction: string): Promise<AppError>
  isAdmin(userId: string): Promise<boolean>
}
