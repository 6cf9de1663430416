import { idempotencyPersonal } from './idempotency/tables.ts'
import type { PersonalTable } from './personal-data.ts'
import { sessionPersonal } from './session/tables.ts'

export const platformPersonal: readonly PersonalTable[] = [...sessionPersonal, ...idempotencyPersonal]
