import type { ReactNode } from 'react'
import { useConfig } from '#lib/use-config'
import { TickLoader } from '#ui/feedback/tick-loader'
import { NotFoundScreen } from '../errors/not-found-screen.tsx'

export function LocalOnly({ children }: { children: ReactNode }) {
  const { data, isPending } = useConfig()
  if (isPending) return <TickLoader text="Loading Aura..." />
  return data?.chain.kind === 'local' ? children : <NotFoundScreen />
}
