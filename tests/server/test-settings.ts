import { join } from 'node:path'
import { defaultLimits } from '../../server/src/limits.ts'
import type { Limits } from '../../server/src/platform/limits.ts'
import type { Settings } from '../../server/src/platform/settings.ts'
import { twelveLessons } from './lessons/twelve-lessons.ts'

/** Settings of tests, journeys and benchmarks. */
export const testSettings: Settings = {
  origin: 'http://aura.test',
  betaAccess: 'open',
  hashKey: 'a key that only tests know and that is long enough',
  previousHashKeys: [],
  demoWallet: false,
  demoBattle: null,
  walletConnectProjectId: null,
  x: null,
  providers: [],
  twitchChatUrl: null,
  kickApiUrl: null,
  localRpcUrl: null,
  links: { docs: null, x: null, chat: null },
  adminWallets: [],
  trustSeeds: [],
  streamHosts: [],
  redeemMaturingMs: 0,
  redeemReviewAbove: 1_000_000_000,
  accountFactory: null,
  abandonedHost: null,
  relatedOrigins: [],
  ethUsdFeed: null,
  metricsToken: null,
  webDir: null,
  lessonsDir: twelveLessons(),
  glossaryDir: join(import.meta.dirname, '../../content/glossary'),
  trustProxy: false,
}

const unlimited = { max: 1_000_000_000, windowMs: 60_000 }

const unlimitedTime = { burstMs: 1_000_000_000, msPerS: 1_000_000_000 }
const unlimitedWork = { perAccount: unlimitedTime, perAddress: unlimitedTime, waitMs: 600_000 }

/** Production limits, raised so that none refuses a request. */
export const unhurriedLimits: Limits = {
  ...defaultLimits,
  // Test clocks jump, which is no outage, and a read after it stores nothing.
  battleOutageMs: null,
  sessionTouchMs: 3_600_000,
  // What a busy machine takes long for must not be refused.
  lab: { ...defaultLimits.lab, ...unlimitedWork, processorMs: 60_000, wallMs: 600_000 },
  uploads: { ...defaultLimits.uploads, ...unlimitedWork },
  drawings: { ...defaultLimits.drawings, ...unlimitedWork },
  readinessMs: 60_000,
  // Tests run no job, so each read counts the points itself.
  ranksLagMs: 0,
  returnsEveryMs: 0,
  accountsEveryMs: 0,
  challengesPerDay: 1_000_000,
  challengesPerPairDay: 1_000_000,
  gates: {
    heavy: { ...defaultLimits.gates.heavy, waitMs: 60_000 },
    light: { ...defaultLimits.gates.light, atOncePerAddress: 20_000 },
  },
  rates: {
    read: unlimited,
    write: unlimited,
    auth: unlimited,
    tap: unlimited,
    upload: unlimited,
    chain: unlimited,
    webhook: unlimited,
  },
}
