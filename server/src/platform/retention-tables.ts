import { auditRetention } from './audit/tables.ts'
import { bindingRetention } from './binding/tables.ts'
import { idempotencyRetention } from './idempotency/tables.ts'
import { bounded, type Retention } from './retention/retention.ts'
import { retentionRetention } from './retention/tables.ts'
import { sessionRetention } from './session/tables.ts'

export const platformRetention: readonly Retention[] = [
  ...sessionRetention,
  ...idempotencyRetention,
  ...auditRetention,
  ...bindingRetention,
  ...retentionRetention,
  bounded('aura_migrations', 'one row for each migration'),
]
