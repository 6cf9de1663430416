import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useReducer } from 'react'
import { toast } from '../feedback/toast.tsx'

interface LateDialogProps {
  /** Defaults to true, for a dialog that is mounted only while open. */
  open?: boolean
  onClose: () => void
}

interface LateDialog<Props> {
  (props: Props): ReactNode
  /** Loads the code ahead. Never throws. */
  preload(): Promise<void>
}

/**
 * Returns a dialog whose code loads when it first opens. If that fails, a toast says so, the dialog closes and the next
 * press tries again; `lazy` would break the whole screen and stay failed.
 */
export function lateDialog<Props extends LateDialogProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LateDialog<Props> {
  let Loaded: ComponentType<Props> | null = null
  const loadOnce = async () => {
    Loaded ??= (await load()).default
  }
  function Late(props: Props) {
    const { open = true, onClose } = props
    const [, rerender] = useReducer((turn: number) => turn + 1, 0)
    const onFailed = useEffectEvent(() => {
      toast({ ...LOAD_FAILED, kind: 'destructive' })
      onClose()
    })
    useEffect(() => {
      if (!open || Loaded) return
      let isCurrent = true
      loadOnce().then(
        () => isCurrent && rerender(),
        () => isCurrent && onFailed(),
      )
      return () => {
        isCurrent = false
      }
    }, [open])
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Late, { preload: () => loadOnce().catch(() => undefined) })
}

/** Chromium keeps a failed import, so only a reload helps there. */
export const LOAD_FAILED = {
  title: 'This part didn’t load',
  description: 'Check your connection, then reload the page.',
}
