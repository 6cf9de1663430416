import type { Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../env/config.ts'
import type { FeatureAudit } from './audit/feature-audit.ts'
import type { Chain, ProductContract } from './chain/chain.ts'
import type { Clock } from './clock.ts'
import type { Context } from './context.ts'
import type { Queryable, Tx } from './db/db.ts'
import type { Check, CheckSubject } from './doctor/check.ts'
import type { PageTagSource } from './http/pages/page-tags.ts'
import type { SecurityLog } from './http/security/security-log.ts'
import type { Limits } from './limits.ts'
import type { LiveSource } from './live/source.ts'
import type { PartitionedTable } from './partitions/partitioned-table.ts'
import type { PersonalTable } from './personal-data.ts'
import type { Retention } from './retention/retention.ts'
import type { ScheduledJob } from './scheduler/scheduler.ts'
import type { AccessRules } from './session/access-rules.ts'
import type { Secrets } from './settings.ts'

/**
 * A feature's contributions to the server. A feature that others extend, such as the ledger with its transfer kinds,
 * adds a property here (`declare module '#platform/feature'`) and receives the list of all features.
 */
export interface Feature {
  /** Name of the feature, its folders and its file in `api/src/calls`. */
  readonly name: string
  readonly routes?: (app: FastifyInstance, ctx: Context, features: readonly Feature[]) => void | Promise<void>
  /** The contract it follows. A database belongs to the contract's address. */
  readonly contract?: ProductContract
  /** Returns why a database can't be used with these settings. Called before the database is bound to them. */
  readonly databaseFault?: (db: Queryable, config: ServerConfig) => Promise<string | undefined>
  /**
   * Binds a migrated database to settings of its own. Returns why it can't be used with these, as a sentence that begins
   * with the setting; what was written is then rolled back. Every program calls it.
   */
  readonly bindDatabase?: (tx: Tx, config: ServerConfig) => Promise<string | undefined>
  /**
   * Opens its part of the context, before the database is bound to the settings. Only in a server: other programs that
   * run commands have no such part. Throws OperatorError if the server must not start.
   */
  readonly opens?: (start: ServerStart, features: readonly Feature[]) => Promise<Opened>
  /** Exactly one feature provides access rules. */
  readonly accessRules?: (ctx: Context) => AccessRules
  readonly live?: readonly ((ctx: Context, features: readonly Feature[]) => LiveSource)[]
  /** Jobs by their names in logs. Each has its own connections; undefined if this server has no work for it. */
  readonly jobs?: Readonly<Record<string, (ctx: Context, tools: JobTools) => ScheduledJob | undefined>>
  readonly worker?: FeatureWorker
  readonly adminCommands?: readonly AdminCommand[]
  /** Sources of its pages' previews in shared links. */
  readonly pageTags?: readonly ((ctx: Context, features: readonly Feature[]) => PageTagSource)[]
  /** Views and functions it provides, and other features' objects its SQL uses; verified by a test. */
  readonly database?: DatabaseUse & { readonly provides?: readonly string[] }
  readonly audit?: FeatureAudit
  readonly personalData?: readonly PersonalTable[]
  /** Retention of the rows of each of its tables; a test finds undeclared tables. */
  readonly retention?: readonly Retention[]
  /** Its partitioned tables, whose next partitions a job adds. */
  readonly partitioned?: readonly PartitionedTable[]
  /**
   * Erases a deleted account from the rows that remain after those declared as deleted are gone. Runs in the deletion's
   * transaction and takes no lock that precedes the learner's row. Returns the users whose pages change.
   */
  readonly erase?: (ctx: Context, tx: Tx, person: ErasedPerson) => Promise<readonly string[]>
  /** Returns the names of the stored files that its rows refer to, for backups. */
  readonly storedFiles?: (db: Queryable) => Promise<readonly string[]>
  /** Makes room for a backup's rows, after the sequences and before the rows. `at` is the backup's time. */
  readonly beforeRestore?: (tx: Tx, at: Date) => Promise<void>
  /** Checks of `npm run doctor`. */
  readonly checks?: (subject: CheckSubject, features: readonly Feature[]) => readonly Check[]
  readonly metrics?: readonly ((register: Registry, ctx: Context) => void)[]
}

/** Merges what features add to a response into one object. The contract names all of its fields. */
export const merged = <T extends object>(parts: readonly (Partial<T> | undefined)[]): T =>
  Object.assign({}, ...parts) as T

export interface ServerStart {
  readonly config: Omit<ServerConfig, 'secrets'>
  readonly chain: Chain
  readonly clock: Clock
  readonly limits: Limits
  /** Returns a secret setting once and removes it from settings and environment. */
  takeSecret<Name extends keyof Secrets>(name: Name): Secrets[Name]
}

export interface Opened {
  readonly context: Partial<Context>
  /** Called once the server has a log. */
  readonly reportTo?: (log: JobLog, ctx: Context) => void
  readonly close?: () => Promise<void>
}

/** Other features' tables, views and functions, by owner. */
export interface DatabaseUse {
  readonly reads?: Readonly<Record<string, readonly string[]>>
  readonly writes?: Readonly<Record<string, readonly string[]>>
  readonly calls?: Readonly<Record<string, readonly string[]>>
}

export interface ErasedPerson {
  userId: string
  username: string
}

export interface JobTools {
  onError: (error: unknown) => void
  log: JobLog
  features: readonly Feature[]
}

export type JobLog = SecurityLog & WorkerLog

export interface WorkerLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface FeatureWorker {
  readonly connections: number
  /** Returns undefined if this server has no work for it. */
  start(ctx: Context, log: WorkerLog, features: readonly Feature[]): { stop(): Promise<void> } | undefined
}

/** A command of `npm run admin --`, for the operator. */
export interface AdminCommand {
  readonly name: string
  /** Its arguments as the usage shows them, for example `WALLET REASON`. */
  readonly form: string
  /** Its effect, as a clause for the usage. */
  readonly does: string
  /** Returns why the arguments can't be used, before the database is opened. `words` are all but the first argument. */
  fault(subject: string, words: string | null): string | undefined
  /** Returns a sentence that says what was done. Throws a sentence if it failed. */
  run(ctx: Context, subject: string, words: string | null, features: readonly Feature[]): Promise<string>
}
