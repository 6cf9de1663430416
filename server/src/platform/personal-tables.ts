import { idempotencyPersonal } from './idempotency/tables.ts'
import type { PersonalTable } from './personal-data.ts'
import { sessionPersonal } from './session/tables.ts'

/** What the platform's own tables hold of people. */
export const platformPersonal: readonly PersonalTable[] = [...sessionPersonal, ...idempotencyPersonal]
