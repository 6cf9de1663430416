import type { AppError } from '../app-error.ts'

/** What features decide about who may make a call. */
export interface AccessRules {
  /**
   * SQL for what keeps the person with this id (an expression) from taking part, null where nothing does. It is read
   * with every session.
   */
  restriction(userId: string): string
  /** Tells a person who is kept from taking part why a call is not theirs to make. */
  refusal(userId: string, restriction: string): Promise<AppError>
  isAdmin(userId: string): Promise<boolean>
}
