import type { User } from '#features/auth'
import { features } from '../../features.ts'

declare module '#lib/feature' {
  interface Feature {
    readonly beforeHome?: { readonly path: string; readonly isDue: (user: User) => boolean }
  }
}

export const screenBeforeHome = (user: User): string | null =>
  features.find(({ beforeHome }) => beforeHome?.isDue(user))?.beforeHome?.path ?? null
