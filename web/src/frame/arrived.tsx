import type { ReactNode } from 'react'
import { useArrival } from './use-arrival.ts'

/** Around a screen: once what is in it is there, one has arrived. */
export function Arrived({ children }: { children: ReactNode }) {
  useArrival()
  return children
}
