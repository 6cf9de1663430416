import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useReducer } from 'react'
import { toast } from '../feedback/toast.tsx'

interface LateDialogProps {
  /** True if left out: such a dialog is mounted while it is open. */
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
 * press tries again, where `lazy` would take the whole screen down and stay failed.
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

/** Chromium keeps an import that failed, so there only a reload helps. */
const LOAD_FAILED = {
  title: 'This part didn’t load',
  description: 'Check your connection, then reload the page.',
}
