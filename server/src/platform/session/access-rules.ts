import type { AppError } from '../app-error.ts'

/** Features' decisions on who may make a call. */
export interface AccessRules {
  /**
   * SQL for a user's restriction, given their id (an expression); null where there is none. Read with every session.
   */
  restriction(userId: string): string
  /** Returns the error shown to a restricted user whose call is refused. */
  refusal(userId: string, restriction: string): Promise<AppError>
  isAdmin(userId: string): Promise<boolean>
}
