import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may make a call. `public` calls are the same for everybody and don't look for a session; `viewer` calls are open
 * to everybody too, and see who asks where there is a session; `user` calls need one, and `admin` calls one of an admin.
 */
export type Access = 'public' | 'viewer' | 'user' | 'admin'

/** How often a call may be made; the numbers are the server's limits. */
export type RateClass = 'read' | 'write' | 'auth' | 'tap' | 'upload' | 'chain'

/** One call of the API: everything both sides need to know of it. Its key is `METHOD /path`. */
export interface Call {
  summary: string
  access: Access
  rate: RateClass
  /**
   * Costs the database much: a few are done at a time, and fewer for one address. The others wait a moment and may be
   * refused (429, 503) with Retry-After.
   */
  heavy?: true
  /**
   * Also for a person who is suspended, or whose wallet was taken off the closed beta's list: they redeem, take their
   * data with them, and see what that needs. Of `user` calls only.
   */
  whileRestricted?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Takes a file instead of a body: the name of its field in a form (multipart/form-data). */
  file?: string
  answer: z.ZodType
  /** Status of a success; 200 unless told. */
  status?: number
  /** May also answer 202, in the same shape, while it is not decided yet; a retry then asks anew. */
  mayBePending?: boolean
  /** Failures of this call's own, beside those any call may have. */
  errors?: readonly ErrorCode[]
  /**
   * Moves value: takes an Idempotency-Key header, and the same key answers the same. `own`: the command itself keeps
   * what it answered, together with what it did. `outside`: it acts at somebody else's, where nothing of ours makes a
   * repetition harmless, so it never runs twice with one key.
   */
  idempotent?: boolean | 'own' | 'outside'
}

/** Checks a call's shape and keeps its exact type. */
export const call = <const C extends Call>(c: C): C => c

type Input<T> = T extends z.ZodType ? z.input<T> : undefined
type Output<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a client sends. */
export type ParamsOf<C> = C extends { params: infer P } ? Input<P> : undefined
export type QueryOf<C> = C extends { query: infer Q } ? Input<Q> : undefined
export type BodyOf<C> = C extends { body: infer B } ? Input<B> : undefined

/** What the server's handler receives, after parsing. */
export type ParsedParams<C> = C extends { params: infer P } ? Output<P> : undefined
export type ParsedQuery<C> = C extends { query: infer Q } ? Output<Q> : undefined
export type ParsedBody<C> = C extends { body: infer B } ? Output<B> : undefined

/** What a success answers. */
export type AnswerOf<C> = C extends { answer: infer A } ? Input<A> : never
