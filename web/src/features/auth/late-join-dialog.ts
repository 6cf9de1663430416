import { lateDialog } from '#ui/overlay/late-dialog'

export const JoinDialog = lateDialog(() => import('./join-dialog.tsx'))

export const preloadJoinDialog = (): void => void JoinDialog.preload()
