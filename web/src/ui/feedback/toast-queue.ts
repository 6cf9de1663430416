export interface ToastMessage {
  title: string
  description?: string | undefined
  kind?: 'default' | 'destructive'
  durationMs?: number | undefined
  /** Called once the message is painted, which may be long after `add`. */
  onShown?: (() => void) | undefined
}

export interface QueuedToast extends ToastMessage {
  id: number
  kind: 'default' | 'destructive'
  durationMs: number
}

const DEFAULT_MS = 5_000

export interface ToastQueue {
  /** Returns the id for `dismiss`. */
  add(message: ToastMessage): number
  dismiss(id: number): void
  current(): QueuedToast | null
  subscribe(listener: () => void): () => void
}

export function createToastQueue(): ToastQueue {
  let waiting: readonly QueuedToast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const changed = (next: readonly QueuedToast[]) => {
    waiting = next
    for (const listener of listeners) listener()
  }
  return {
    add(message) {
      const last = waiting.at(-1)
      if (last && last.title === message.title && last.description === message.description) return last.id
      lastId += 1
      changed([...waiting, { kind: 'default', ...message, durationMs: message.durationMs ?? DEFAULT_MS, id: lastId }])
      return lastId
    },
    dismiss(id) {
      if (waiting.some((each) => each.id === id)) changed(waiting.filter((each) => each.id !== id))
    },
    current: () => waiting[0] ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
