import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../app-error.ts'

export interface AccessRules {
  /** Returns SQL for the restriction of a user, given an expression for their id. It is read with every session. */
  restriction(userId: string): string
  refusal(userId: string, restriction: string): Promise<AppError>
  isAdmin(userId: string): Promise<boolean>
  /** Called at a session's first use of a UTC day after that of its sign-in. Never throws. */
  usedAgain(session: { userId: string; request: FastifyRequest; reply: FastifyReply }): Promise<void>
}
