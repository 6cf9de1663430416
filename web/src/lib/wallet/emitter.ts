type Listener = (value: never) => void

/** What a wallet of our own tells whom, as EIP-1193 has it. A listener may leave while it is told. */
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
