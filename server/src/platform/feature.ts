import type { Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import type { Tx } from './db/db.ts'
import type { PageTagSource } from './http/page-tags.ts'
import type { SecurityLog } from './http/security-log.ts'
import type { LiveSource } from './live/source.ts'
import type { PersonalTable } from './personal-data.ts'
import type { ScheduledJob } from './scheduler/scheduler.ts'
import type { AccessRules } from './session/access-rules.ts'

/**
 * A feature's contributions to the server, declared in its `feature.ts`. A feature that others extend, such as the
 * ledger with its transfer kinds, adds a property to this interface (`declare module '#platform/feature'`) and receives
 * the list of all features.
 */
export interface Feature {
  /** Also the name of its folders and of its file in `api/src/calls`. */
  readonly name: string
  /** Registers its calls in their own scope. */
  readonly routes?: (app: FastifyInstance, ctx: Context, features: readonly Feature[]) => void | Promise<void>
  /** Decides who may make a call. Exactly one feature provides it. */
  readonly accessRules?: (ctx: Context) => AccessRules
  /** State shown by live streams. */
  readonly live?: readonly ((ctx: Context, features: readonly Feature[]) => LiveSource)[]
  /**
   * Scheduled jobs by their name in logs. Each has its own connections and none waits for another; undefined where this
   * server has no work for it.
   */
  readonly jobs?: Readonly<Record<string, (ctx: Context, tools: JobTools) => ScheduledJob | undefined>>
  /** Runs for as long as the server does. */
  readonly worker?: FeatureWorker
  /** Title, description and picture of its pages when links are shared. */
  readonly pageTags?: readonly ((ctx: Context) => PageTagSource)[]
  /** Views and functions it provides, and the objects of other features its SQL uses; verified by a test. */
  readonly database?: DatabaseUse & { readonly provides?: readonly string[] }
  /** Personal data in its tables, for data downloads and account deletion. */
  readonly personalData?: readonly PersonalTable[]
  /**
   * Erases a deleted account from its remaining rows, once the rows that `personalData` calls deleted are gone. Runs in
   * the deletion's transaction and takes no lock that precedes the learner's row. Returns the users whose pages change.
   */
  readonly erase?: (ctx: Context, tx: Tx, person: ErasedPerson) => Promise<readonly string[]>
  /** Metrics at /metrics. */
  readonly metrics?: readonly ((register: Registry, ctx: Context) => void)[]
}

/** Tables, views and functions of other features used by a feature's SQL, by owner. */
export interface DatabaseUse {
  readonly reads?: Readonly<Record<string, readonly string[]>>
  readonly writes?: Readonly<Record<string, readonly string[]>>
  readonly calls?: Readonly<Record<string, readonly string[]>>
}

export interface ErasedPerson {
  userId: string
  /** The deleted account's replacement username. */
  username: string
}

/** Tools passed to a scheduled job beside the context. */
export interface JobTools {
  /** Reports the failure of one item while the rest of the job goes on. */
  onError: (error: unknown) => void
  log: JobLog
  features: readonly Feature[]
}

/** Part of the server's log that scheduled jobs use. */
export type JobLog = SecurityLog & WorkerLog

/** Part of the server's log that workers use. */
export interface WorkerLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface FeatureWorker {
  /** Maximum database connections it uses. */
  readonly connections: number
  /** Starts the worker and returns a handle to stop it, or undefined where this server has no work for it. */
  start(ctx: Context, log: WorkerLog, features: readonly Feature[]): { stop(): Promise<void> } | undefined
}
