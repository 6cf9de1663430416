import { lateDialog } from './late-dialog.tsx'

/** `ConfirmDialog`, loaded when it first opens, for screens without another dialog. */
export const LateConfirmDialog = lateDialog(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}))
