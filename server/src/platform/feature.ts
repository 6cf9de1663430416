import type { Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import type { Tx } from './db/db.ts'
import type { PageTagSource } from './http/page-tags.ts'
import type { SecurityLog } from './http/security-log.ts'
import type { LiveSource } from './live/source.ts'
import type { PersonalTable } from './personal-data.ts'
import type { ScheduledJob } from './scheduler/due-loop.ts'
import type { AccessRules } from './session/access-rules.ts'

/**
 * Everything a feature brings to the server, in its `feature.ts`. A feature that others contribute to, as they do to the
 * ledger's kinds of transfers, adds a property to this interface (`declare module '#platform/feature'`). Those that need
 * what the others declare are handed the list of all features.
 */
export interface Feature {
  /** Also the name of its folders and of its file in `api/src/calls`. */
  readonly name: string
  /** Registers its calls in a scope of its own. */
  readonly routes?: (app: FastifyInstance, ctx: Context, features: readonly Feature[]) => void | Promise<void>
  /** Decides who may make a call. Exactly one feature does. */
  readonly accessRules?: (ctx: Context) => AccessRules
  /** State that live streams show. */
  readonly live?: readonly ((ctx: Context, features: readonly Feature[]) => LiveSource)[]
  /**
   * Scheduled jobs by the name they have in logs. Each has connections of its own, and none waits for another; undefined where a
   * server has nothing to do for one.
   */
  readonly jobs?: Readonly<Record<string, (ctx: Context, tools: JobTools) => ScheduledJob | undefined>>
  /** Runs for as long as the server does. */
  readonly worker?: FeatureWorker
  /** Title, words and picture that links to its pages show where they are shared. */
  readonly pageTags?: readonly ((ctx: Context) => PageTagSource)[]
  /** Views and functions it brings to the database, and what its SQL uses of other features; a test compares. */
  readonly database?: DatabaseUse & { readonly provides?: readonly string[] }
  /** What its tables hold of people, for the download of one's data and the deletion of an account. */
  readonly personalData?: readonly PersonalTable[]
  /**
   * Erases a person whose account is being deleted from what it keeps, once the rows that `personalData` calls deleted are
   * gone. Runs in the transaction of the deletion and takes no locks that come before the learner's row. Returns whose
   * pages show something else now.
   */
  readonly erase?: (ctx: Context, tx: Tx, person: ErasedPerson) => Promise<readonly string[]>
  /** Figures at /metrics. */
  readonly metrics?: readonly ((register: Registry, ctx: Context) => void)[]
}

/** Tables, views and functions of other features that a feature's SQL uses, by the feature they belong to. */
export interface DatabaseUse {
  readonly reads?: Readonly<Record<string, readonly string[]>>
  readonly writes?: Readonly<Record<string, readonly string[]>>
  readonly calls?: Readonly<Record<string, readonly string[]>>
}

export interface ErasedPerson {
  userId: string
  /** The name they have from now on, which is nobody's. */
  username: string
}

/** What a scheduled job is handed beside the context. */
export interface JobTools {
  /** Hears of a single piece of work that failed while the rest of the job goes on. */
  onError: (error: unknown) => void
  log: JobLog
  features: readonly Feature[]
}

/** The server's log, in so far as scheduled jobs write to it. */
export type JobLog = SecurityLog & WorkerLog

/** The server's log, in so far as workers write to it. */
export interface WorkerLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface FeatureWorker {
  /** Database connections it uses at most. */
  readonly connections: number
  /** Returns how to stop it, or undefined where this server has nothing for it to do. */
  start(ctx: Context, log: WorkerLog, features: readonly Feature[]): { stop(): Promise<void> } | undefined
}
