import type { AnyKind } from '../kind.ts'

/** Each in a file of its own, loaded only when a lesson opens it. */
const KINDS: Readonly<Record<string, () => Promise<AnyKind>>> = {
  allowance: async () => (await import('./allowance.ts')).allowance,
  'sign-in-triage': async () => (await import('./sign-in-triage.ts')).signInTriage,
  transfer: async () => (await import('./transfer.ts')).transfer,
}

export const kindIds: readonly string[] = Object.keys(KINDS)

/** Throws for an unknown id. */
export async function loadKind(id: string): Promise<AnyKind> {
  const load = Object.hasOwn(KINDS, id) ? KINDS[id] : undefined
  if (!load) throw new Error(`There is no lab ${id}`)
  return load()
}
