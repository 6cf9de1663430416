type Listener = (value: never) => void

/** Creates an EIP-1193 event emitter. A listener may unsubscribe while an event is dispatched. */
export function createEmitter() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    emit(event: string, value: unknown): void {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value as never)
    },
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener)
    },
  }
}
