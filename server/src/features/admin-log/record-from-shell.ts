import type { Tx } from '#platform/db/db'
import { type NewAction, recordActions } from './store.ts'

/** Records what somebody did to a person from a shell of the server, now. */
export const recordFromShell = (
  tx: Tx,
  action: NewAction['action'],
  userId: string,
  reason: string | null = null,
): Promise<void> => recordActions(tx, [{ adminId: null, action, subjectKind: 'person', subject: userId, reason }], null)
