import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const LazyWhitelist = lazy(() => import('./whitelist-screen.tsx'))
const LazyPeople = lazy(() => import('./people-screen.tsx'))
const LazyBattles = lazy(() => import('./battles-screen.tsx'))
const LazyLog = lazy(() => import('./log-screen.tsx'))

/** Who may join the closed beta. */
export const AdminWhitelistScreen = () => (
  <Suspense fallback={<TickLoader text="Loading whitelist..." />}>
    <LazyWhitelist />
  </Suspense>
)

/** People, and what keeps them from taking part. */
export const AdminPeopleScreen = () => (
  <Suspense fallback={<TickLoader text="Loading people..." />}>
    <LazyPeople />
  </Suspense>
)

/** Battles that can be called off. */
export const AdminBattlesScreen = () => (
  <Suspense fallback={<TickLoader text="Loading battles..." />}>
    <LazyBattles />
  </Suspense>
)

/** Everything admins did. */
export const AdminLogScreen = () => (
  <Suspense fallback={<TickLoader text="Loading the log..." />}>
    <LazyLog />
  </Suspense>
)
